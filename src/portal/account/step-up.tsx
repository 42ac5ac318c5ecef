import type { Context } from "hono";
import { askPasskey, checkPasskey } from "../../access/passkeys/index.ts";
import { proveSession, recallSession, type SignedIn } from "../../access/sessions/index.ts";
import { isRefusal, Problem, refuse } from "../../http/index.ts";
import { database, type Rampart } from "../../platform/index.ts";
import { FormState, readSent } from "../frame/form.ts";
import { viewOf } from "../frame/view.ts";
import { readSessionCookie } from "../session/session-cookie.ts";
import { ceremonyOf } from "./ceremony-of.ts";
import { StepUpPage } from "./step-up-page.tsx";
import { addressOf, CREDENTIAL } from "./wanted-of.ts";
import type { Wanted } from "./waiting-form.tsx";

const SESSION_ENDED = "This session has ended. Sign in again.";
const UNPROVEN = 403;

/**
 * Answers a form that needs a proof with the page that asks for the passkey and holds the form.
 * Returns undefined if the form came with a valid passkey and may go on. The server keeps nothing
 * of the form.
 */
export async function proveSent(
  c: Context<Rampart>,
  { personId }: SignedIn,
): Promise<Response | undefined> {
  const sent = await readSent(c);
  const fields = [...sent].filter(([name]) => name !== CREDENTIAL);
  const wanted = { action: addressOf(c), fields };
  const credential = sent.get(CREDENTIAL);
  if (credential === null) {
    return c.html(await stepUpPage(c, wanted, new FormState(), true), UNPROVEN);
  }
  const checked = await checkPasskey(database(c.env), personId, credential, ceremonyOf(c));
  if (isRefusal(checked)) {
    const form = new FormState().refused(viewOf(c), checked);
    return c.html(await stepUpPage(c, wanted, form, true), checked.status);
  }
  await prove(c);
  return undefined;
}

export async function stepUpPage(
  c: Context<Rampart>,
  wanted: Wanted,
  form: FormState,
  waits = false,
) {
  const { passkeys, personId } = await asNow(c);
  const options = passkeys > 0 ? await askPasskey(database(c.env), personId, ceremonyOf(c)) : null;
  return <StepUpPage view={viewOf(c)} {...{ form, wanted, waits, options }} />;
}

/**
 * The reader as the database knows them now, not as this isolate remembers them: a session that has
 * just been ended must not leave a passkey behind.
 */
export async function asNow(c: Context<Rampart>): Promise<SignedIn> {
  const secret = readSessionCookie(c) ?? "";
  const now = c.get("platform").now();
  const found = await recallSession(database(c.env), secret, now, { fresh: true });
  if (found === undefined) throw new Problem(refuse(403, "session_ended", SESSION_ENDED));
  return found;
}

export async function prove(c: Context<Rampart>): Promise<void> {
  const secret = readSessionCookie(c);
  if (secret !== undefined) await proveSession(database(c.env), secret, c.get("platform").now());
}
