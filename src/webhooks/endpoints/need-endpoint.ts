import { noSuch, type Refusal } from "../../http/index.ts";
import { database } from "../../platform/index.ts";
import type { EndpointCall } from "./endpoint-call.ts";
import { findEndpoint, type EndpointRow } from "./store.ts";

/** The endpoint of a call, if it is the tenant's. */
export async function needEndpoint({
  env,
  tenantId,
  id,
}: Pick<EndpointCall, "env" | "tenantId" | "id">): Promise<EndpointRow | Refusal> {
  return (await findEndpoint(database(env), tenantId, id)) ?? noSuch("endpoint");
}
