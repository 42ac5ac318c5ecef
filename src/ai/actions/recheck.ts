import { sha256 } from "../../platform/index.ts";
import { refuse, type Refusal } from "../../http/index.ts";
import type { ActionRow } from "./store.ts";

/** Counts up when what may be proposed or carried out changes: older proposals are void then. */
export const POLICY_VERSION = 1;
/** An approval is for now, not for some day. */
export const APPROVAL_MS = 86_400_000;

/** What must hold whenever something is done with a proposal, whatever held before. */
export function recheck(row: ActionRow): Refusal | undefined {
  if (row.policyVersion !== POLICY_VERSION) {
    return refuse(409, "policy_changed", "The rules have changed since; ask again.");
  }
  if (hashPayload(row.payload) !== row.payloadHash) {
    return refuse(409, "payload_changed", "This is not what was proposed; ask again.");
  }
  return undefined;
}

/** The hash of what is approved: these bytes and no others. */
export function hashPayload(payload: Record<string, unknown>): string {
  return sha256(JSON.stringify(payload));
}
