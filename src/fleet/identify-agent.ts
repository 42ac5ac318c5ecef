import type { Context } from "hono";
import type { Agent } from "../access/principal.ts";
import { certificateRequired } from "../access/refusals.ts";
import { certificatesOf } from "../certificates/open-issuer.ts";
import type { CertificateUse } from "../certificates/admit-certificate.ts";
import {
  identifyCertificate,
  type IdentifiedCertificate,
} from "../certificates/identify-certificate.ts";
import { isRefusal, Problem, refuse, type Refusal, routeOf } from "../http/index.ts";
import { database, type Rampart, readClientCertificate } from "../platform/index.ts";
import type { AgentCall } from "./agent/admit.ts";
import type { AgentRef } from "./agent/record.ts";
import { callAgent, refuseIfOverloaded, settleAnswer } from "./call-agent.ts";
import { recallOwner } from "./recall-owner.ts";
import { type FleetRules, fleetRules } from "./fleet-rules.ts";
import { spreadRefusal } from "./spread-refusal.ts";

declare module "hono" {
  interface ContextVariableMap {
    certificate: IdentifiedCertificate & AgentRef;
  }
}

/**
 * Routes that check the certificate in the same call of the agent's object that does their work. For
 * all other routes that agents may use, it is checked here.
 */
const PINNED_BY_ROUTE: ReadonlySet<string> = new Set([
  "POST /checkin",
  "POST /agents/:id/checkin",
  "POST /agents/:id/events",
  "POST /agents/:id/rotate-cert",
  "GET /agents/me",
  "GET /agents/me/policy",
  "GET /agents/:id",
  "DELETE /agents/:id",
]);

/** The agent of this connection's client certificate. */
export async function identifyAgent(c: Context<Rampart>): Promise<Agent | Refusal | undefined> {
  const presented = readClientCertificate(c.req.raw);
  if (presented === undefined) return undefined;
  const { trust, trustDomain } = certificatesOf(c.env);
  const now = c.get("platform").now();
  const found = await identifyCertificate(presented, { trust, trustDomain, now });
  if (isRefusal(found)) return spreadRefusal(found, presented.leaf);
  const { fingerprint } = found;
  const owner =
    found.identity ??
    (await recallOwner(database(c.env), fingerprint).catch(refuseIfOverloaded(fingerprint)));
  if (owner === undefined) return refuseUnknown();
  const { tenantId, agentId } = owner;
  c.set("certificate", { ...found, tenantId, agentId });
  if (found.revoked) {
    // The object may know more of a former certificate: whether there is a copy of it.
    await admitCaller(c, "revoked", null);
    return refuseRevoked();
  }
  const route = routeOf(c);
  if (!PINNED_BY_ROUTE.has(`${route?.method} ${route?.path}`)) {
    await admitCaller(c, "me", null);
  }
  return { kind: "agent", subject: `agent:${agentId}`, reach: [tenantId], agentId };
}

/** Ends the request if the caller may not call, or not with the id that is named. */
export async function admitCaller(
  c: Context<Rampart>,
  use: CertificateUse,
  claimedId: string | null,
): Promise<void> {
  const call = await agentCallOf(c, use, claimedId);
  await settleAnswer(c, await callAgent(c, certificateOf(c), (stub) => stub.admit(call)));
}

/** The call, as it is passed to the agent's object. */
export async function agentCallOf(
  c: Context<Rampart>,
  use: CertificateUse,
  claimedId: string | null,
): Promise<AgentCall> {
  const { tenantId, agentId } = certificateOf(c);
  const now = c.get("platform").now();
  const rules = fleetRules(database(c.env), tenantId, now).catch(refuseIfOverloaded(agentId));
  return agentCallUnder(c, use, claimedId, await rules);
}

/** The same under rules that were read before. An erased tenant's agent is refused as unknown. */
export function agentCallUnder(
  c: Context<Rampart>,
  use: CertificateUse,
  claimedId: string | null,
  { settings, isErased }: FleetRules,
): AgentCall {
  if (isErased) throw new Problem(refuseUnknown());
  const { lockOnConflict: lock } = settings;
  const { fingerprint, notBefore } = certificateOf(c);
  return { fingerprint, notBefore, use, now: c.get("platform").now(), claimedId, lock };
}

export function certificateOf(c: Context<Rampart>): IdentifiedCertificate & AgentRef {
  const certificate = c.var.certificate as (IdentifiedCertificate & AgentRef) | undefined;
  if (certificate !== undefined) return certificate;
  throw new Problem(certificateRequired());
}

function refuseRevoked(): Refusal {
  const message = "The client certificate has been revoked.";
  return refuse(401, "certificate_revoked", message, { retryable: false, action: "stop" });
}

function refuseUnknown(): Refusal {
  const message = "This certificate is not one that an agent holds.";
  return refuse(401, "certificate_unknown", message, { retryable: false, action: "re_enroll" });
}
