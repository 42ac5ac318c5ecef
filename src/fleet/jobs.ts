import { database, deleteInRounds, type Platform } from "../platform/index.ts";
import { forgetCertificates } from "./agent-certificate-store.ts";
import { endedCodes, forgetCodes } from "./codes/code-store.ts";

const KEPT_MS = 90 * 86_400_000;
/** Each asks an object of its own. */
const CODES_AT_ONCE = 20;
const CODES_A_TURN = 1_000;

/** Forgets enrolment codes with what their objects know, and certificates, that ended long ago. */
export async function forgetOldEnrolments(env: Cloudflare.Env, { now }: Platform): Promise<void> {
  const db = database(env);
  const before = now() - KEPT_MS;
  await deleteInRounds((most) => forgetCertificates(db, before, most));
  const ids = await endedCodes(db, before, CODES_A_TURN);
  const { ENROLLMENT_CODE: codes } = env;
  let failure: unknown;
  // The row last: a code whose object failed comes again, and holds up no other.
  const erase = async (id: string) => {
    await codes.get(codes.idFromName(id)).erase();
    return id;
  };
  for (let from = 0; from < ids.length; from += CODES_AT_ONCE) {
    const tried = await Promise.allSettled(ids.slice(from, from + CODES_AT_ONCE).map(erase));
    const erased: string[] = [];
    for (const one of tried) {
      if (one.status === "fulfilled") erased.push(one.value);
      else failure = one.reason;
    }
    await forgetCodes(db, erased);
  }
  if (failure !== undefined) throw failure;
}
