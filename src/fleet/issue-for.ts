import { type IssuedCertificate, type IssueOrder, refuseIssuing } from "../certificates/issuer.ts";
import { certificatesOf } from "../certificates/open-issuer.ts";
import { isRefusal, type Refusal } from "../http/index.ts";
import { database, livePlatform, seldom } from "../platform/index.ts";
import { claimCertificate } from "./agent-certificate-store.ts";
import { MIN_RETRY_SECONDS } from "./spread.ts";
import { spreadRefusal } from "./spread-refusal.ts";

const isTime = seldom();

/**
 * Issues a certificate for an agent. If it does not name the agent, its owner is first written to D1:
 * as soon as the agent's object has it, the object may give it out, however this request ends.
 */
export async function issueFor(
  env: Cloudflare.Env,
  order: IssueOrder,
): Promise<IssuedCertificate | Refusal> {
  const { issuer } = certificatesOf(env);
  const { tenantId, agentId } = order;
  const issued = await issuer.issue(order);
  if (isRefusal(issued)) return spreadRefusal(issued, agentId);
  if (issuer.namesAgent) return issued;
  const owner = await claimCertificate(database(env), issued, { tenantId, agentId }, order.now);
  if (owner.agentId === agentId) return issued;
  // Logged seldom: the agent comes back with the same key, and gets this as long as the CA remembers
  // it.
  if (isTime(order.now)) {
    const { fingerprint } = issued;
    const givenTo = owner.agentId;
    livePlatform.log({
      level: "error",
      event: "issuer_gave_anothers",
      tenantId,
      agentId,
      fingerprint,
      givenTo,
    });
  }
  return spreadRefusal(refuseGivenBefore(), agentId);
}

/**
 * Refuses a certificate that another agent had: a CA may answer a key that it knows with the earlier
 * certificate, even if that agent has ended.
 */
function refuseGivenBefore(): Refusal {
  const message =
    "The certificate authority gave what another agent has had: a new key gets its own.";
  return refuseIssuing("issuer_unavailable", message, MIN_RETRY_SECONDS);
}
