import { doneBy, recordAudit } from "../../access/audit.ts";
import { isRefusal, noSuch, refuseField, type Refusal } from "../../http/index.ts";
import { database, timeOf } from "../../platform/index.ts";
import { eventsWithin, type EventRange } from "../../tenants/tenant-events.ts";
import { needEndpoint } from "../endpoints/need-endpoint.ts";
import { configOf, objectOf } from "../endpoints/object-of.ts";
import type { EndpointCall } from "../endpoints/endpoint-call.ts";
import type { EndpointRow } from "../endpoints/store.ts";
import { toOutgoing, wants } from "../fan-out.ts";
import { KEPT_MS } from "../kept.ts";
import type { ReplayOrder, ReplayRange } from "./schemas.ts";
import type { Replayed } from "./answers.ts";

/** Events that one call reads, whether the endpoint wants them or not. */
const MAX_EVENTS = 1_000;

/**
 * Makes one event, or all of a span of time, due again with their old ids; also those that the endpoint
 * missed while it was off. Returns how many, and the next order if there are more.
 */
export async function replayDeliveries(
  call: EndpointCall,
  order: ReplayOrder,
): Promise<Replayed | Refusal> {
  const endpoint = await needEndpoint(call);
  if (isRefusal(endpoint)) return endpoint;
  const { env, platform, tenantId, id } = call;
  const object = objectOf(env, id);
  const config = configOf(endpoint);
  if ("eventId" in order) {
    const events = await object.replay(order.eventId, config);
    await note(call, events);
    return events === 0 ? noSuch("delivery") : { events };
  }
  const { since: from, until: to } = order;
  if (to !== undefined && Date.parse(from) > Date.parse(to))
    return refuseField("since", 'must not lie after "until"');
  const range = rangeOf(order, endpoint, platform.now());
  const found = await eventsWithin(database(env), tenantId, range, MAX_EVENTS + 1);
  const some = found.slice(0, MAX_EVENTS);
  const last = found.length > some.length ? some.at(-1) : undefined;
  const wanted = some.filter((event) => wants(endpoint, event)).map(toOutgoing);
  const { since, until } = range;
  const pings = { since, before: last?.createdAt ?? until + 1 };
  const events = await object.replayAll(wanted, pings, config);
  await note(call, events);
  if (last === undefined) return { events };
  const next = { since: timeOf(last.createdAt), until: timeOf(until), after: last.id };
  return { events, next };
}

async function note(
  { env, platform, by, tenantId, id }: EndpointCall,
  events: number,
): Promise<void> {
  if (events === 0) return;
  const trace = { at: platform.now(), ...doneBy(by), tenantId, target: id, detail: { events } };
  await recordAudit(database(env), { ...trace, action: "webhook.replayed" });
}

/** Not before the endpoint existed, and not further back than events are kept. */
function rangeOf(order: ReplayRange, { createdAt }: EndpointRow, now: number): EventRange {
  const since = Date.parse(order.since);
  const until = order.until === undefined ? now : Date.parse(order.until);
  const earliest = Math.max(createdAt, now - KEPT_MS);
  if (since < earliest) return { since: earliest, after: "", until };
  return { since, after: order.after ?? "", until };
}
