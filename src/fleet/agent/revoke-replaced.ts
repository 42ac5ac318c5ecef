import { retire, type Slots } from "../../certificates/slots.ts";
import { DAY_MS, livePlatform } from "../../platform/index.ts";
import { revokeAtIssuer } from "../revoke-at-issuer.ts";
import type { AgentRecord } from "./record.ts";

/**
 * How long until the issuer is told again. If it refuses a whole fleet, the repeats must not use up
 * the calls that enrolments need.
 */
export const AGAIN_MS = DAY_MS;

/**
 * Tells the issuer of certificates that no longer count. Failed ones are tried again as long as it is
 * of use. Undefined if there is none to tell.
 */
export async function revokeReplaced(
  env: Cloudflare.Env,
  recordNow: () => AgentRecord | undefined,
  now: number,
): Promise<Slots | undefined> {
  const slotsNow = () => {
    const record = recordNow();
    return record && (record.profile.revokedAt === null ? record.slots : retire(record.slots, now));
  };
  const due = (slotsNow()?.replaced ?? []).filter(({ from }) => from <= now);
  if (due.length === 0) return undefined;
  const triedReferences = due.map(({ reference }) => reference);
  const revocations = due.map(async ({ reference, notAfter }) => {
    const isHeard = await revokeAtIssuer(env, livePlatform, [reference]);
    return isHeard || now + AGAIN_MS > notAfter ? reference : undefined;
  });
  const [doneReferences, slots] = [await Promise.all(revocations), slotsNow()];
  const replaced = (slots?.replaced ?? [])
    .filter(({ reference }) => !doneReferences.includes(reference))
    .map((each) =>
      triedReferences.includes(each.reference) ? { ...each, from: now + AGAIN_MS } : each,
    );
  return slots && { ...slots, replaced };
}
