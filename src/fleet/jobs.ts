import {
  DAY_MS,
  database,
  deleteInRounds,
  groupsOf,
  tryEach,
  type Platform,
} from "../platform/index.ts";
import { forgetCertificates } from "./agent-certificate-store.ts";
import { runOrders } from "./bulk/run-orders.ts";
import { endedCodes, forgetCodes } from "./codes/code-store.ts";

/** Goes on with what was ordered for many agents. */
export async function runBulkOrders(env: Cloudflare.Env, platform: Platform): Promise<void> {
  await runOrders({ env, platform });
}

const KEPT_MS = 90 * DAY_MS;
/** How many objects are called at a time; each code has its own. */
const CODES_AT_ONCE = 20;
const CODES_A_TURN = 1_000;

/** Forgets enrolment codes (with their objects) and certificates that ended long ago. */
export async function forgetOldEnrolments(env: Cloudflare.Env, { now }: Platform): Promise<void> {
  const db = database(env);
  const before = now() - KEPT_MS;
  await deleteInRounds((most) => forgetCertificates(db, before, most));
  const ids = await endedCodes(db, before, CODES_A_TURN);
  const { ENROLLMENT_CODE: codes } = env;
  let failure: PromiseRejectedResult | undefined;
  // The row goes last: a code whose object failed is tried again, without holding up others.
  for (const some of groupsOf(ids, CODES_AT_ONCE)) {
    const { done, failed } = await tryEach(some, async (id) =>
      codes.get(codes.idFromName(id)).erase(),
    );
    failure ??= failed;
    await forgetCodes(db, done);
  }
  if (failure !== undefined) throw failure.reason;
}
