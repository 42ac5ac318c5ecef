import type { Refusal } from "../../http/index.ts";
import { database, uuidv7 } from "../../platform/index.ts";
import { noSuchEndpoint } from "../endpoints/change-endpoint.ts";
import { configOf, objectOf } from "../endpoints/object-of.ts";
import type { Place } from "../endpoints/place.ts";
import { findEndpoint } from "../endpoints/store.ts";
import { outgoing } from "../fan-out.ts";

/** Sends a test event by the way of every other event; its id. */
export async function pingEndpoint({
  env,
  platform,
  tenantId,
  id,
}: Place): Promise<string | Refusal> {
  const endpoint = await findEndpoint(database(env), tenantId, id);
  if (endpoint === undefined) return noSuchEndpoint();
  const now = platform.now();
  const eventId = `evt_${uuidv7(now)}`;
  const data = { endpointId: id };
  const event = { id: eventId, tenantId, type: "ping", data, createdAt: now };
  const refused = await objectOf(env, id).ping(outgoing(event), configOf(endpoint));
  return refused ?? eventId;
}
