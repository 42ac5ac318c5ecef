import { timeOf } from "../../platform/index.ts";
import { sayFilter } from "./say-filter.ts";
import type { OrderRow } from "./store.ts";

export const BULK_STATES = ["running", "cancelling", "cancelled", "done"] as const;
export type BulkState = (typeof BULK_STATES)[number];

export function showOrder(row: OrderRow) {
  const { id, tenantId, action, filter, total, done, gone, failed, askedBy, stopReason } = row;
  return {
    id,
    tenantId,
    action,
    filter: filter && sayFilter(filter),
    state: stateOf(row),
    stopReason,
    total,
    done,
    gone,
    failed,
    waiting: total - done - gone - failed,
    askedBy,
    askedAt: timeOf(row.askedAt),
    endedAt: timeOf(row.endedAt),
    failedAt: timeOf(row.failedAt),
  };
}

export type ShownOrder = ReturnType<typeof showOrder>;

function stateOf({ cancelledAt, endedAt }: OrderRow): BulkState {
  if (cancelledAt !== null) return endedAt === null ? "cancelling" : "cancelled";
  return endedAt === null ? "running" : "done";
}
