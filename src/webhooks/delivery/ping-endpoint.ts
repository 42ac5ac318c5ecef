import { isRefusal, type Refusal } from "../../http/index.ts";
import { uuidv7 } from "../../platform/index.ts";
import { needEndpoint } from "../endpoints/need-endpoint.ts";
import { configOf, objectOf } from "../endpoints/object-of.ts";
import type { EndpointCall } from "../endpoints/endpoint-call.ts";
import { toOutgoing } from "../fan-out.ts";

/** Sends a test event in the same way as every other event. Returns its id. */
export async function pingEndpoint(call: EndpointCall): Promise<string | Refusal> {
  const endpoint = await needEndpoint(call);
  if (isRefusal(endpoint)) return endpoint;
  const { env, platform, tenantId, id } = call;
  const now = platform.now();
  const eventId = `evt_${uuidv7(now)}`;
  const data = { endpointId: id };
  const event = { id: eventId, tenantId, type: "ping", data, createdAt: now };
  const refused = await objectOf(env, id).ping(toOutgoing(event), configOf(endpoint));
  return refused ?? eventId;
}
