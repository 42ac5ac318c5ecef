import { failureOf, type Refusal } from "../http/index.ts";
import { livePlatform, seldom } from "../platform/index.ts";
import type { Authority } from "./build-certificate.ts";
import { refuseIssuing, type Issuer } from "./issuer.ts";

/**
 * What agents hear of a chain that the authority's key does not belong to. Nothing is issued under it,
 * and whom it does not know may well be ours, and must not throw his identity away.
 */
export type Doubt = (now: number) => Promise<Refusal | undefined>;

/** Asked only when somebody is about to be refused; `authority` proves itself once. */
export function doubtSetting(authority: () => Promise<Authority>): Doubt {
  const refuseFor = misconfigured();
  return async (now) => {
    try {
      await authority();
      return undefined;
    } catch (error) {
      return refuseFor(error, now);
    }
  };
}

/** In the place of an issuer whose settings cannot be read. */
export function closedIssuer(refuseAt: (now: number) => Refusal): Issuer {
  return {
    kind: "local",
    namesAgent: true,
    issue: async ({ now }) => refuseAt(now),
    revoke: () => Promise.resolve(false),
  };
}

/** Refuses by what is wrong with the settings, which the log hears once a minute. */
export function misconfigured(): (error: unknown, now: number) => Refusal {
  const isTime = seldom();
  return (error, now) => {
    if (isTime(now)) {
      livePlatform.log({ level: "error", event: "issuer_misconfigured", reason: failureOf(error) });
    }
    return refuseIssuing("issuer_unavailable", "The certificate authority is not set up rightly.");
  };
}
