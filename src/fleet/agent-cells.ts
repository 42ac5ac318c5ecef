import type { ListedAgent } from "./list-store.ts";
import type { WantedVersions } from "./semver.ts";
import { showAgent } from "./show-agent.ts";

/** The columns of a file of agents: the names of the list, with a dot before what is within. */
export const AGENT_COLUMNS = [
  "agent_id",
  "tenant_id",
  "hostname",
  "status",
  "effective_state",
  "role",
  "region",
  "enrolled_at",
  "last_seen_at",
  "checkin_interval_s",
  "machine_id",
  "os",
  "agent.version",
  "agent.version_status",
  "health",
  "policy.id",
  "policy.desired_revision",
  "policy.reported_revision",
  "policy.policy_status",
  "cert.fingerprint_sha256",
  "cert.not_after",
  "labels",
  "conflict",
] as const;

/** The agent's values in the order of the columns; labels as JSON. */
export function agentCells(agent: ListedAgent, versions: WantedVersions) {
  const { agent: program, policy, cert, labels, ...own } = showAgent(agent, versions);
  const values: Record<string, unknown> = {
    ...own,
    ...within("agent", program),
    ...within("policy", policy),
    ...within("cert", cert),
    labels: JSON.stringify(labels),
  };
  return AGENT_COLUMNS.map((name) => {
    const value = values[name];
    return typeof value === "boolean" ? String(value) : (value as string | number | null);
  });
}

function within(name: string, part: object) {
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [`${name}.${key}`, value]));
}
