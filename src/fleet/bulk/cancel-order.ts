import { doneBy } from "../../access/audit.ts";
import type { Person } from "../../access/principal.ts";
import { isRefusal, type Refusal } from "../../http/index.ts";
import type { Database } from "../../platform/index.ts";
import { mayOrder } from "./actions.ts";
import { findReachableOrder } from "./find-order.ts";
import { markCancelled, type OrderRow } from "./store.ts";

/**
 * Cancels an order: agents whose turn has not come are left alone. An order that has ended stays as
 * it is.
 */
export async function cancelOrder(
  db: Database,
  by: Person,
  id: string,
  now: number,
): Promise<OrderRow | Refusal> {
  const row = await findReachableOrder(db, by.reach, id);
  if (isRefusal(row)) return row;
  const refused = mayOrder(by, row.action);
  if (refused !== undefined) return refused;
  await markCancelled(db, row, { at: now, ...doneBy(by), action: "fleet.bulk_cancelled" });
  return findReachableOrder(db, by.reach, id);
}
