import { database, deleteInRounds, type Platform } from "../platform/index.ts";
import { forgetCertificates } from "./agent-certificate-store.ts";
import { endedCodes, forgetCodes } from "./codes/code-store.ts";

const KEPT_MS = 90 * 86_400_000;
/** Each asks an object of its own. */
const CODES_AT_ONCE = 100;

/** Forgets enrolment codes with what their objects know, and certificates, that ended long ago. */
export async function forgetOldEnrolments(env: Cloudflare.Env, { now }: Platform): Promise<void> {
  const db = database(env);
  const before = now() - KEPT_MS;
  await deleteInRounds((most) => forgetCertificates(db, before, most));
  const ids = await endedCodes(db, before, CODES_AT_ONCE);
  const { ENROLLMENT_CODE: codes } = env;
  // The row last: what is left of a code whose object failed comes again.
  for (const id of ids) await codes.get(codes.idFromName(id)).erase();
  if (ids.length > 0) await forgetCodes(db, ids);
}
