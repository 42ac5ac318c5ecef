import { timeOf } from "../platform/index.ts";
import type { AttemptRow } from "./delivery/delivery-log.ts";
import type { Delivery } from "./delivery/delivery-store.ts";
import type { EndpointRow } from "./endpoints/store.ts";

/** An endpoint without its secrets. */
export function showEndpoint(row: EndpointRow) {
  const { id, url, description, events, filter, maxPerMinute, ordered, status } = row;
  return {
    id,
    url,
    description,
    events,
    filter,
    maxPerMinute,
    ordered,
    status,
    disabledReason: row.disabledReason,
    createdBy: row.createdBy,
    createdAt: timeOf(row.createdAt),
    updatedAt: timeOf(row.updatedAt),
  };
}

export function showDelivery(delivery: Delivery, attempts: AttemptRow[]) {
  const own = attempts.filter(({ event_id }) => event_id === delivery.event_id);
  // The next try after the last attempt is read from the delivery: it may be given up, or replayed.
  const dueAfter = ({ next_at }: AttemptRow, number: number) =>
    number === own.length - 1 ? delivery.due_at : next_at;
  return {
    eventId: delivery.event_id,
    type: delivery.type,
    state: delivery.state,
    createdAt: timeOf(delivery.created_at),
    attempts: own.map((attempt, number) => showAttempt(attempt, dueAfter(attempt, number))),
  };
}

function showAttempt(
  { at, status, ms, error, response, signed }: AttemptRow,
  nextAt: number | null,
) {
  return {
    at: timeOf(at),
    status,
    ms,
    ...(error === null ? {} : { error }),
    ...(response === null || response === "" ? {} : { response }),
    ...(nextAt === null ? {} : { nextAt: timeOf(nextAt) }),
    ...(signed === null ? {} : { signedHeaders: headersOf(signed) }),
  };
}

function headersOf(signed: string): Record<string, string> {
  return JSON.parse(signed) as Record<string, string>;
}
