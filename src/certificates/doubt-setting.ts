import { failureOf, type Refusal } from "../http/index.ts";
import { livePlatform, seldom } from "../platform/index.ts";
import type { Authority } from "./build-certificate.ts";
import { refuseIssuing, type Issuer } from "./issuer.ts";

/**
 * Whether the CA's key and chain do not belong together. While they do not, an agent whose certificate
 * the chain does not know gets this refusal (come back later) and not "enrol again": its certificate
 * may well be good.
 */
export type Doubt = (now: number) => Promise<Refusal | undefined>;

/** Asked only when somebody is about to be refused. `authority` checks the key once. */
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

/** Stands in for an issuer whose settings cannot be read: it refuses everything. */
export function closedIssuer(refuseAt: (now: number) => Refusal): Issuer {
  return {
    kind: "local",
    namesAgent: true,
    issue: async ({ now }) => refuseAt(now),
    revoke: () => Promise.resolve(false),
  };
}

/** Gives a function that refuses because of wrong settings, and logs why once a minute. */
export function misconfigured(): (error: unknown, now: number) => Refusal {
  const isTime = seldom();
  return (error, now) => {
    if (isTime(now)) {
      livePlatform.log({ level: "error", event: "issuer_misconfigured", reason: failureOf(error) });
    }
    return refuseIssuing("issuer_unavailable", "The certificate authority is not set up rightly.");
  };
}
