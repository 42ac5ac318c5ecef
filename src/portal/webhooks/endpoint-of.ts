import type { Context } from "hono";
import { settle } from "../../http/index.ts";
import { findEndpoint, type EndpointRow } from "../../webhooks/endpoints/store.ts";
import { noSuchEndpoint } from "../../webhooks/endpoints/change-endpoint.ts";
import type { Place } from "../../webhooks/endpoints/place.ts";
import { deskOf } from "../frame/desk.ts";
import type { PortalEnv } from "../frame/view.ts";

export function placeOf(c: Context<PortalEnv, string>): Place {
  const { who, tenantId } = deskOf(c);
  const id = c.req.param("webhookId") ?? "";
  return { env: c.env, platform: c.get("platform"), by: who, tenantId, id };
}

/** The endpoint of the path, if it is the tenant's. */
export async function endpointOf(c: Context<PortalEnv, string>): Promise<EndpointRow> {
  const { db, tenantId } = deskOf(c);
  const found = await findEndpoint(db, tenantId, c.req.param("webhookId") ?? "");
  return settle(found ?? noSuchEndpoint());
}

export function endpointPath({ tenantId, id }: EndpointRow): string {
  return `/portal/t/${tenantId}/webhooks/${id}`;
}
