import { failureOf } from "../http/index.ts";
import { database, timeOf } from "../platform/index.ts";
import { findUndispatched, markDispatched, type TenantEvent } from "../tenants/tenant-events.ts";
import type { OutgoingEvent } from "./delivery/delivery-store.ts";
import { configOf, objectOf } from "./endpoints/object-of.ts";
import { activeEndpoints, type EndpointRow } from "./endpoints/store.ts";
import { isEventType } from "./event-types.ts";
import type { EndpointFilter } from "./schemas.ts";

/**
 * Hands events to every endpoint that wants them, with one call for each endpoint. It may be repeated.
 * Returns the events that did not reach every endpoint, with the reason.
 */
export async function fanOut(
  env: Cloudflare.Env,
  eventIds: readonly string[],
  now: number,
): Promise<Map<string, string>> {
  const db = database(env);
  const found = await findUndispatched(db, eventIds);
  const byTenant = Map.groupBy(found, ({ tenantId }) => tenantId);
  const missed = await Promise.all(
    Array.from(byTenant, async ([tenantId, events]) => {
      const endpoints = await activeEndpoints(db, tenantId);
      return Promise.all(endpoints.map((endpoint) => handOver(env, endpoint, events)));
    }),
  );
  const failed = new Map(missed.flat(2));
  const done = found.map(({ id }) => id).filter((id) => !failed.has(id));
  if (done.length > 0) await markDispatched(db, done, now);
  return failed;
}

/** Returns the events that could not be handed over, and why. */
async function handOver(
  env: Cloudflare.Env,
  endpoint: EndpointRow,
  events: readonly TenantEvent[],
): Promise<[id: string, reason: string][]> {
  const wanted = events.filter((event) => wants(endpoint, event));
  if (wanted.length === 0) return [];
  try {
    await objectOf(env, endpoint.id).deliver(wanted.map(toOutgoing), configOf(endpoint));
    return [];
  } catch (error) {
    return wanted.map(({ id }) => [id, `${endpoint.id}: ${failureOf(error)}`]);
  }
}

/** The payload of Standard Webhooks: the same bytes for every endpoint, attempt and replay. */
export function toOutgoing({ id, type, data, createdAt }: TenantEvent): OutgoingEvent {
  return {
    id,
    type,
    body: JSON.stringify({ type, timestamp: timeOf(createdAt), data }),
    createdAt,
  };
}

export function wants({ id, events, filter }: EndpointRow, { type, data }: TenantEvent): boolean {
  if (!isEventType(type) || !events.includes(type)) return false;
  if (type.startsWith("endpoint.") && data["endpointId"] === id) return false;
  return type !== "inspection.flagged" || passes(filter, data);
}

function passes({ verdicts, minScore, channels }: EndpointFilter, data: Record<string, unknown>) {
  const { verdict, score, channel } = data;
  if (!isOneOf(verdicts, verdict) || !isOneOf(channels, channel)) return false;
  return minScore === undefined || Number(score) >= minScore;
}

/** A filter without the list asks for everything. */
function isOneOf(wanted: readonly string[] | undefined, value: unknown): boolean {
  return wanted === undefined || wanted.some((one) => one === value);
}
