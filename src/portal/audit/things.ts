import type { AuditLine } from "../../access/audit.ts";

const ACTORS = [
  "person",
  "token",
  "service",
  "agent",
  "enrollment_code",
  "oidc",
  "system",
] as const;
type ActorKind = (typeof ACTORS)[number];

/**
 * The kind of a line's target, by the beginning of the line's action. Targets of other actions have
 * no name.
 */
const TARGETS = {
  agent: "agent",
  "ai.action": "action",
  "ai.document": "document",
  "ai.prompt": "prompt",
  api_key: "api_key",
  dictionary: "dictionary",
  encryption: "key_version",
  enrollment_code: "enrollment_code",
  inspection: "inspection",
  "intel.edition_restored": "source",
  "intel.entry_put": "entry",
  "intel.entry_removed": "entry",
  "intel.feed_loaded": "source",
  "intel.source_added": "source",
  "intel.source_changed": "source",
  "intel.source_removed": "source",
  person: "person",
  policy: "policy",
  service_key: "service",
  session: "person",
  token: "token",
  tenants: "page",
  webhook: "webhook",
} as const;
type TargetKind = (typeof TARGETS)[keyof typeof TARGETS] | "other";

export interface Thing {
  kind: ActorKind | TargetKind;
  id: string;
  /** The name that the line itself gives. */
  name?: string | undefined;
  /** The line says that the thing ended. */
  ended?: boolean;
}

export function actorOf({ actor }: Pick<AuditLine, "actor">): Thing {
  const [kind = "", ...rest] = actor.split(":");
  const known = ACTORS.find((one) => one === kind);
  return known === undefined ? { kind: "other", id: actor } : { kind: known, id: rest.join(":") };
}

export function targetOf({
  action,
  target,
  detail,
}: Pick<AuditLine, "action" | "target" | "detail">): Thing | undefined {
  if (target === null) return undefined;
  const table: Record<string, TargetKind> = TARGETS;
  const group = action.slice(0, action.lastIndexOf("."));
  const kind = table[action] ?? table[group] ?? "other";
  const told = kind === "document" ? detail?.["title"] : detail?.["value"];
  const name = kind === "document" || kind === "entry" ? told : undefined;
  const ended = /\.(?:deleted|deregistered|(?:entry|source)_removed)$/.test(action);
  return { kind, id: target, ended, ...(typeof name === "string" ? { name } : {}) };
}
