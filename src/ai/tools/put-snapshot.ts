import { refuseField, type Refusal } from "../../http/index.ts";
import { invalidInput } from "../../http/contract/index.ts";
import { MINUTE_MS, type Database } from "../../platform/index.ts";
import { refuseErased } from "../../tenants/refuse-erased.ts";
import type { Changer } from "../knowledge/document-line.ts";
import { SNAPSHOTS, type SnapshotOrder } from "./schemas.ts";
import { saveSnapshot } from "./store.ts";
import type { ToolName } from "./tool.ts";

/** How far a collector's clock may be ahead. */
const CLOCK_SKEW_MS = 5 * MINUTE_MS;

/**
 * Stores the data that a service sends for a tenant's tool. It replaces data that was collected
 * earlier.
 */
export async function putSnapshot(
  db: Database,
  tool: ToolName,
  order: SnapshotOrder,
  by: Changer,
  receivedAt: number,
): Promise<void | Refusal> {
  const read = SNAPSHOTS[tool].safeParse(order.data);
  if (!read.success) {
    const wrong = { path: ["data"], message: "is of another tool", errors: [read.error.issues] };
    return invalidInput("json", { issues: [wrong] }).refusal;
  }
  const collectedAt = Date.parse(order.collectedAt);
  if (collectedAt > receivedAt + CLOCK_SKEW_MS) {
    return refuseField("collectedAt", "lies in the future");
  }
  const { tenantId } = by;
  const refused = await refuseErased(db, tenantId);
  if (refused !== undefined) return refused;
  const row = { tenantId, tool, data: read.data, collectedAt, receivedAt, receivedFrom: by.actor };
  return saveSnapshot(db, row, by);
}
