import { timeOf } from "../../platform/index.ts";
import { objectOf } from "../endpoints/object-of.ts";
import type { EndpointRow } from "../endpoints/store.ts";
import type { EndpointHealth } from "./schemas.ts";
import { deadAfter } from "./schedule.ts";

/** How an endpoint's deliveries go, and when it will be switched off if they go on failing. */
export async function readHealth(
  env: Cloudflare.Env,
  { id, status }: EndpointRow,
): Promise<EndpointHealth> {
  const { waiting, nextAt, failures, since, overdueSince } = await objectOf(env, id).condition();
  const isFailing = failures > 0;
  const endsAt = isFailing && status === "active" ? timeOf(deadAfter(since)) : null;
  return {
    waiting,
    overdueSince: timeOf(overdueSince ?? null),
    nextAttemptAt: timeOf(nextAt),
    failuresInARow: failures,
    failingSince: isFailing ? timeOf(since) : null,
    switchedOffAfter: endsAt,
  };
}
