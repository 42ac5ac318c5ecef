import type { EndpointConfig } from "../delivery/config-store.ts";
import type { EndpointRow } from "./store.ts";

export function objectOf(env: Cloudflare.Env, endpointId: string) {
  return env.WEBHOOK_ENDPOINT.get(env.WEBHOOK_ENDPOINT.idFromName(endpointId));
}

export function configOf(row: EndpointRow): EndpointConfig {
  const { id, tenantId, url, secrets, status, maxPerMinute, ordered, updatedAt: version } = row;
  const active = status === "active";
  return { endpointId: id, tenantId, url, secrets, active, maxPerMinute, ordered, version };
}
