import type { Reach } from "../../access/principal.ts";
import { reaches } from "../../access/claim-tenant.ts";
import { noSuch, type Refusal } from "../../http/index.ts";
import type { Database } from "../../platform/index.ts";
import { findOrder, type OrderRow } from "./store.ts";

/** The order, if it is within reach; otherwise it looks as if it did not exist. */
export async function findReachableOrder(
  db: Database,
  reach: Reach,
  id: string,
): Promise<OrderRow | Refusal> {
  const row = await findOrder(db, id);
  const isOurs =
    row !== undefined && (row.tenantId === null ? reach === "all" : reaches(reach, row.tenantId));
  return isOurs ? row : noSuch("bulk order");
}
