import type { Doer, Person } from "../../access/principal.ts";
import { refuse, type Refusal } from "../../http/index.ts";
import type { Tombstone } from "../agent/record.ts";

/** What can be done to many agents at once; each can be done to a single one too. */
export const BULK_ACTIONS = ["revoke", "deregister", "resolve_conflict"] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

/**
 * Why an order goes no further: its giver was removed here or withdrawn, or the token revoked; or is
 * still there, but could not give it any more.
 */
export const STOP_REASONS = ["giver_gone", "giver_may_not"] as const;
export type StopReason = (typeof STOP_REASONS)[number];

/** `gone`: it had ended before; `unknown`: only its row was there, as after a restore of D1. */
export type BulkOutcome = "done" | "gone" | "unknown";

/** An agent that this order has ended before, in a turn that was cut off, counts as done. */
export function wasEndedBy({ requestId, endedBy }: Tombstone, by: Doer): BulkOutcome {
  return requestId === by.requestId && endedBy === by.subject ? "done" : "gone";
}

/** As with a single agent: a tenant's own people end agents, and nothing else. */
export function mayOrder({ kind }: Pick<Person, "kind">, action: BulkAction): Refusal | undefined {
  if (kind === "operator" || action === "deregister") return undefined;
  return refuse(403, "permission_denied", `Only operators may order "${action}".`);
}
