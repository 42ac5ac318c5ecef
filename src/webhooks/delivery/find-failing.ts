import { failureOf } from "../../http/index.ts";
import type { Platform } from "../../platform/index.ts";
import type { EndpointRow } from "../endpoints/store.ts";
import { isBehind } from "./is-behind.ts";
import type { EndpointHealth } from "./schemas.ts";
import { readHealth } from "./read-health.ts";

export interface FailingEndpoint {
  endpoint: EndpointRow;
  health: EndpointHealth;
}

/**
 * The endpoints whose deliveries fail, or come ever later. An endpoint whose object fails is left out
 * of the page.
 */
export async function findFailing(
  env: Cloudflare.Env,
  endpoints: readonly EndpointRow[],
  { log, now }: Pick<Platform, "log" | "now">,
): Promise<FailingEndpoint[]> {
  const active = endpoints.filter(({ status }) => status === "active");
  const conditions = await Promise.all(
    active.map(async (endpoint) => {
      try {
        return [{ endpoint, health: await readHealth(env, endpoint) }];
      } catch (error) {
        const reason = failureOf(error);
        log({ level: "warn", event: "webhook_health_unread", endpointId: endpoint.id, reason });
        return [];
      }
    }),
  );
  const isTroubled = (health: EndpointHealth) =>
    health.failingSince !== null || isBehind(health, now());
  return conditions.flat().filter(({ health }) => isTroubled(health));
}
