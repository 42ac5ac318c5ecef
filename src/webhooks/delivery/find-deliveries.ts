import { database } from "../../platform/index.ts";
import { objectOf } from "../endpoints/object-of.ts";
import { listEndpoints, MAX_ENDPOINTS } from "../endpoints/store.ts";

const ALL_ENDPOINTS = { page: 1, limit: MAX_ENDPOINTS, offset: 0 };

export interface FoundDelivery {
  id: string;
  url: string;
  state: string;
}

/** What became of an event at each endpoint. An endpoint whose object fails is left out of the page. */
export async function findDeliveries(
  env: Cloudflare.Env,
  tenantId: string,
  eventId: string,
): Promise<FoundDelivery[]> {
  const { items } = await listEndpoints(database(env), tenantId, ALL_ENDPOINTS);
  const found = await Promise.all(
    items.map(async ({ id, url }) => {
      const log = await objectOf(env, id)
        .delivery(eventId)
        .catch(() => undefined);
      return log && { id, url, state: log.delivery.state };
    }),
  );
  return found.filter((one) => one !== undefined);
}
