import { isRefusal, noSuch, type Refusal } from "../../http/index.ts";
import type { PageRequest } from "../../http/contract/index.ts";
import { needEndpoint } from "../endpoints/need-endpoint.ts";
import { objectOf } from "../endpoints/object-of.ts";
import type { EndpointCall } from "../endpoints/endpoint-call.ts";
import { showDelivery } from "../show.ts";

type Where = Pick<EndpointCall, "env" | "tenantId" | "id">;
export type ShownDelivery = ReturnType<typeof showDelivery>;
export type DeliveryWithBody = ShownDelivery & { body: string };

/** The endpoint's log, newest first, each delivery with its attempts. */
export async function listDeliveries(
  where: Where,
  { limit, offset }: PageRequest,
): Promise<{ items: ShownDelivery[]; total: number } | Refusal> {
  const endpoint = await needEndpoint(where);
  if (isRefusal(endpoint)) return endpoint;
  const log = await objectOf(where.env, where.id).deliveries(limit, offset);
  return { items: log.items.map((one) => showDelivery(one, log.attempts)), total: log.total };
}

/** One delivery with the bytes that were sent. */
export async function findDelivery(
  where: Where,
  eventId: string,
): Promise<DeliveryWithBody | Refusal> {
  const endpoint = await needEndpoint(where);
  if (isRefusal(endpoint)) return endpoint;
  const found = await objectOf(where.env, where.id).delivery(eventId);
  if (found === undefined) return noSuch("delivery");
  return { ...showDelivery(found.delivery, found.attempts), body: found.delivery.body };
}
