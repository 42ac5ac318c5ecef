import type { ListedAgent } from "./list-store.ts";
import type { WantedVersions } from "./semver.ts";
import { showAgent } from "./show-agent.ts";

/** The fields of the list that are columns of a file; those with parts have a column for each part. */
const COLUMNS: readonly [name: string, ...parts: string[]][] = [
  ["agent_id"],
  ["tenant_id"],
  ["hostname"],
  ["status"],
  ["effective_state"],
  ["role"],
  ["region"],
  ["enrolled_at"],
  ["last_seen_at"],
  ["checkin_interval_s"],
  ["machine_id"],
  ["os"],
  ["agent", "version", "version_status"],
  ["health"],
  ["policy", "id", "desired_revision", "reported_revision", "policy_status"],
  ["cert", "fingerprint_sha256", "not_after"],
  ["labels"],
  ["conflict"],
];

/** The names of the columns, with a dot before a part. */
export const AGENT_COLUMNS = COLUMNS.flatMap(([name, ...parts]) =>
  parts.length === 0 ? [name] : parts.map((part) => `${name}.${part}`),
);

/** The agent's values in the order of the columns; labels as JSON. */
export function agentCells(agent: ListedAgent, versions: WantedVersions) {
  const shown: Record<string, unknown> = showAgent(agent, versions);
  return COLUMNS.flatMap(([name, ...parts]) => {
    const value = shown[name];
    if (parts.length === 0) return [cellOf(value)];
    return parts.map((part) => cellOf((value as Record<string, unknown>)[part]));
  });
}

function cellOf(value: unknown): string | number | null {
  if (value === null || typeof value === "string" || typeof value === "number") return value;
  return JSON.stringify(value);
}
