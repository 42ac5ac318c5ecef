import type { Context } from "hono";
import type { HeldCertificate } from "../certificates/slots.ts";
import { readCsr } from "../certificates/read-csr.ts";
import { isRefusal, Problem, settle } from "../http/index.ts";
import { database, type Rampart } from "../platform/index.ts";
import type { Identity } from "./agent/record.ts";
import { releaseKey } from "./agent-key-store.ts";
import { callAgent, refuseIfOverloaded, settleAnswer } from "./call-agent.ts";
import { admitCaller, agentCallUnder, certificateOf } from "./identify-agent.ts";
import { issueFor } from "./issue-for.ts";
import { revokeUnkept } from "./revoke-at-issuer.ts";
import { refuseKeyInUse, takeKey } from "./take-key.ts";
import { fleetRules } from "./fleet-rules.ts";

export interface Rotated {
  identity: Identity;
  certificate: HeldCertificate;
}

/**
 * Rotates a certificate: asks the agent's object, has the certificate issued, and asks the object
 * again. While the CA worked, the agent may have been revoked or have got a certificate by another
 * call.
 */
export async function rotate(c: Context<Rampart>, id: string, csrPem: string): Promise<Rotated> {
  const ref = certificateOf(c);
  const db = database(c.env);
  const now = c.get("platform").now();
  const refuseOverload = refuseIfOverloaded(ref.agentId);
  const rules = await fleetRules(db, ref.tenantId, now).catch(refuseOverload);
  const { settings } = rules;
  const csr = await readCsr(csrPem);
  if (isRefusal(csr)) {
    // A refusal of the caller comes before one of the content.
    await admitCaller(c, "rotate", id);
    throw new Problem(csr);
  }
  const { keyFingerprint } = csr;
  const call = agentCallUnder(c, "rotate", id, rules);
  const newKey = { keyFingerprint, requireNewKey: settings.requireNewKey };
  const begun = await settleAnswer(
    c,
    await callAgent(c, ref, (stub) => stub.beginRotation(call, newKey)),
  );
  const { identity, epoch, begunAt } = begun;
  if (begun.certificate !== null) return { identity, certificate: begun.certificate };
  const { tenantId, agentId } = identity;
  const issue = async () => {
    const taken = await takeKey(c.env, keyFingerprint, { tenantId, agentId }, now);
    if (!taken) throw new Problem(refuseKeyInUse());
    const ttlDays = settings.certificateDays;
    const order = { tenantId, agentId, csr, ttlDays, now, renewal: true };
    return settle(await issueFor(c.env, order));
  };
  const cancel = () => callAgent(c, ref, (stub) => stub.cancelRotation(begunAt));
  const issued = await unlessThrown(issue, cancel).catch(refuseOverload);
  const answer = await callAgent(c, ref, (stub) => stub.commitRotation(epoch, issued, now));
  const { outcome } = answer;
  if (isRefusal(outcome)) await releaseKey(db, keyFingerprint, agentId);
  // Another call with this key may have been quicker.
  if (isRefusal(outcome) || outcome.fingerprint !== issued.fingerprint) revokeUnkept(c, issued);
  return { identity, certificate: await settleAnswer(c, answer) };
}

/** Runs the attempt, and takes it back if it fails in any way. */
async function unlessThrown<T>(attempt: () => Promise<T>, takeBack: () => Promise<void>) {
  try {
    return await attempt();
  } catch (thrown) {
    await takeBack();
    throw thrown;
  }
}
