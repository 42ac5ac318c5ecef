import { failureOf } from "../http/index.ts";
import { livePlatform } from "../platform/index.ts";
import { type Issuer, refuseIssuing } from "./issuer.ts";

/** Makes a refusal of a CA that cannot be reached or does not answer in time. */
export function withstandOutage(issuer: Issuer): Issuer {
  const { kind } = issuer;
  return {
    ...issuer,
    issue: (order) =>
      issuer.issue(order).catch((error: unknown) => {
        livePlatform.log({
          level: "error",
          event: "issuer_unreachable",
          issuer: kind,
          reason: failureOf(error),
        });
        return refuseIssuing("issuer_unavailable", "The certificate authority cannot be reached.");
      }),
  };
}
