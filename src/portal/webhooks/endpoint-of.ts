import type { Context } from "hono";
import { settle } from "../../http/index.ts";
import { surroundingsOf, type RequestSurroundings, type Rampart } from "../../platform/index.ts";
import { needEndpoint } from "../../webhooks/endpoints/need-endpoint.ts";
import type { EndpointCall } from "../../webhooks/endpoints/endpoint-call.ts";
import type { EndpointRow } from "../../webhooks/endpoints/store.ts";
import { deskOf } from "../frame/desk.ts";

export function endpointCallOf(c: Context<Rampart, string>): EndpointCall & RequestSurroundings {
  const { who, tenantId } = deskOf(c);
  const id = c.req.param("webhookId") ?? "";
  return { ...surroundingsOf(c), by: who, tenantId, id };
}

/** The endpoint of the path, if it is the tenant's. */
export async function endpointOf(c: Context<Rampart, string>): Promise<EndpointRow> {
  return settle(await needEndpoint(endpointCallOf(c)));
}

export function endpointPath({ tenantId, id }: EndpointRow): string {
  return `/portal/t/${tenantId}/webhooks/${id}`;
}
