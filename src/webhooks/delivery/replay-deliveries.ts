import type { Refusal } from "../../http/index.ts";
import { database } from "../../platform/index.ts";
import { noSuchEndpoint } from "../endpoints/change-endpoint.ts";
import { configOf, objectOf } from "../endpoints/object-of.ts";
import type { Place } from "../endpoints/place.ts";
import { findEndpoint } from "../endpoints/store.ts";
import type { ReplayOrder } from "../schemas.ts";

/** Makes one event, or all of a time, due again under their own ids; how many. */
export async function replayDeliveries(
  { env, platform, tenantId, id }: Place,
  order: ReplayOrder,
): Promise<number | Refusal> {
  const endpoint = await findEndpoint(database(env), tenantId, id);
  if (endpoint === undefined) return noSuchEndpoint();
  const what =
    "eventId" in order
      ? order
      : {
          since: Date.parse(order.since),
          until: Date.parse(order.until ?? "") || platform.now(),
        };
  return objectOf(env, id).replay(what, configOf(endpoint));
}
