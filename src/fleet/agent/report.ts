import { isObject } from "../../http/index.ts";
import type { PolicyRevision } from "../policies/pick-policy.ts";

/** The longest text that is taken from a report. */
export const MAX_TEXT = 256;
export const MAX_ADDRESSES = 64;

type Fields = Record<string, unknown>;

/** The parts of a report that we use. The rest is kept as it came. */
export interface ReadReport {
  hostname: string | null;
  machineId: string | null;
  os: string | null;
  addresses: string[];
  version: string | null;
  policy: PolicyRevision | null;
  health: string | null;
}

export const HEALTHS = ["healthy", "degraded", "error", "starting"] as const;

export function readReport(texts: { machine: string; agent: string; status: string }): ReadReport {
  const machine = fieldsOf(texts.machine);
  const agent = fieldsOf(texts.agent);
  const status = fieldsOf(texts.status);
  const os = objectIn(machine, "os");
  const addresses = Array.isArray(machine["ip"]) ? machine["ip"] : [machine["ip"]];
  const health = textIn(status, "health");
  return {
    hostname: textIn(machine, "hostname"),
    machineId: textIn(machine, "machine_id"),
    os:
      [textIn(os, "name") ?? textIn(os, "family"), textIn(os, "version")].join(" ").trim() || null,
    addresses: addresses
      .filter((each): each is string => typeof each === "string" && each.length <= MAX_TEXT)
      .slice(0, MAX_ADDRESSES),
    version: textIn(agent, "version"),
    policy: policyIn(agent),
    health: HEALTHS.find((one) => one === health) ?? null,
  };
}

/** The revision of this policy that the agent said it runs; null if it named none, or another. */
export function revisionOf(policyId: string, reported: PolicyRevision | null): number | null {
  return reported?.policyId === policyId ? reported.revision : null;
}

export function fieldsOf(text: string): Fields {
  const value: unknown = JSON.parse(text);
  return isObject(value) ? value : {};
}

function objectIn(fields: Fields, name: string): Fields {
  const value = fields[name];
  return isObject(value) ? value : {};
}

function policyIn(agent: Fields): PolicyRevision | null {
  const policy = objectIn(agent, "policy");
  const policyId = textIn(policy, "id");
  const { revision } = policy;
  return policyId !== null && Number.isSafeInteger(revision)
    ? { policyId, revision: Number(revision) }
    : null;
}

/** Made well-formed, because a database does not keep half a surrogate pair. */
function textIn(fields: Fields, name: string): string | null {
  const value = fields[name];
  if (typeof value !== "string" || value.length === 0) return null;
  return value.slice(0, MAX_TEXT).toWellFormed();
}
