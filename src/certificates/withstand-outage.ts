import { failureOf, refuse } from "../http/index.ts";
import { consoleLog } from "../platform/index.ts";
import { type Issuer, ISSUER_RETRY_SECONDS } from "./issuer.ts";

/** A CA across the network that cannot be reached, or does not answer in time, is a refusal. */
export function withstandOutage(issuer: Issuer): Issuer {
  const { kind } = issuer;
  return {
    ...issuer,
    issue: (order) =>
      issuer.issue(order).catch((error: unknown) => {
        consoleLog({
          level: "error",
          event: "issuer_unreachable",
          issuer: kind,
          reason: failureOf(error),
        });
        return refuse(503, "issuer_unavailable", "The certificate authority cannot be reached.", {
          retryAfterSeconds: ISSUER_RETRY_SECONDS,
          retryable: true,
          action: "retry_later",
        });
      }),
  };
}
