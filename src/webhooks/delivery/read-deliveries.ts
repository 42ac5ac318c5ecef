import { refuse, type Refusal } from "../../http/index.ts";
import type { PageRequest } from "../../http/contract/index.ts";
import { database } from "../../platform/index.ts";
import { noSuchEndpoint } from "../endpoints/change-endpoint.ts";
import { objectOf } from "../endpoints/object-of.ts";
import type { Place } from "../endpoints/place.ts";
import { findEndpoint } from "../endpoints/store.ts";
import { showDelivery } from "../show.ts";

type Where = Pick<Place, "env" | "tenantId" | "id">;
export type ShownDelivery = ReturnType<typeof showDelivery>;
export type DeliveryWithBody = ShownDelivery & { body: string };

/** The endpoint's log, newest first, each delivery with its attempts. */
export async function listDeliveries(
  { env, tenantId, id }: Where,
  { limit, offset }: PageRequest,
): Promise<{ items: ShownDelivery[]; total: number } | Refusal> {
  if ((await findEndpoint(database(env), tenantId, id)) === undefined) return noSuchEndpoint();
  const log = await objectOf(env, id).deliveries(limit, offset);
  return { items: log.items.map((one) => showDelivery(one, log.attempts)), total: log.total };
}

/** One delivery with the bytes that were sent. */
export async function findDelivery(
  { env, tenantId, id }: Where,
  eventId: string,
): Promise<DeliveryWithBody | Refusal> {
  if ((await findEndpoint(database(env), tenantId, id)) === undefined) return noSuchEndpoint();
  const found = await objectOf(env, id).delivery(eventId);
  if (found === undefined) return refuse(404, "not_found", "There is no such delivery.");
  return { ...showDelivery(found.delivery, found.attempts), body: found.delivery.body };
}
