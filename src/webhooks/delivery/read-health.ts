import { isRefusal, type Refusal } from "../../http/index.ts";
import { timeOf } from "../../platform/index.ts";
import { needEndpoint } from "../endpoints/need-endpoint.ts";
import { objectOf } from "../endpoints/object-of.ts";
import type { Place } from "../endpoints/place.ts";
import type { EndpointHealth } from "../schemas.ts";
import { deadAfter } from "./schedule.ts";

/** How the deliveries of an endpoint go, and when it will be switched off if they go on like that. */
export async function readHealth(
  where: Pick<Place, "env" | "tenantId" | "id">,
): Promise<EndpointHealth | Refusal> {
  const endpoint = await needEndpoint(where);
  if (isRefusal(endpoint)) return endpoint;
  const { waiting, nextAt, failures, since } = await objectOf(where.env, where.id).condition();
  const isFailing = failures > 0;
  const endsAt = isFailing && endpoint.status === "active" ? timeOf(deadAfter(since)) : null;
  return {
    waiting,
    nextAttemptAt: nextAt === null ? null : timeOf(nextAt),
    failuresInARow: failures,
    failingSince: isFailing ? timeOf(since) : null,
    switchedOffAfter: endsAt,
  };
}
