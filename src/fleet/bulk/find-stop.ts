import { reaches } from "../../access/claim-tenant.ts";
import { findGiver } from "../../access/find-giver.ts";
import type { Database } from "../../platform/index.ts";
import { mayOrder, type StopReason } from "./actions.ts";
import type { OrderRow } from "./store.ts";

/** Why an order may go no further, if its giver could not give it any more. */
export async function findStop(
  db: Database,
  { askedBy, askedAt, tenantId, action }: OrderRow,
): Promise<StopReason | undefined> {
  const giver = await findGiver(db, askedBy, askedAt);
  if (giver === undefined) return "giver_gone";
  if (giver === "vouched") return undefined;
  const { reach, permissions } = giver;
  const isInReach = tenantId === null ? reach === "all" : reaches(reach, tenantId);
  const may = permissions.has("fleet:write") && mayOrder(giver, action) === undefined;
  return isInReach && may ? undefined : "giver_may_not";
}
