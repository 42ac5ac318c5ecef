import { Hono, type Context } from "hono";
import {
  addPasskey,
  checkPasskey,
  listPasskeys,
  mayAddPasskey,
  offerPasskey,
  removePasskey,
} from "../../access/passkeys/index.ts";
import { endOneSession, endOtherSessions, listSessions } from "../../access/sessions/index.ts";
import { isRefusal, settle } from "../../http/index.ts";
import { database, type Rampart } from "../../platform/index.ts";
import { ownDeskOf } from "../frame/desk.ts";
import { redirectWith } from "../frame/flash.ts";
import { FormState, readForm } from "../frame/form.ts";
import { localPath } from "../frame/local-path.ts";
import { readerOf, viewOf } from "../frame/view.ts";
import { readSessionCookie } from "../session/session-cookie.ts";
import { AccountPage, HOME } from "./account-pages.tsx";
import { ceremonyOf } from "./ceremony-of.ts";
import { asNow, prove, stepUpPage } from "./step-up.tsx";
import type { Wanted } from "./waiting-form.tsx";

const STEP_UP = "/portal/step-up";
const MAX_NAME = 60;
const DEFAULT_NAME = "passkey";

export const accountPages = new Hono<Rampart>();

accountPages.get(HOME, async (c) => c.html(await account(c, new FormState())));

accountPages.post(`${HOME}/passkeys`, async (c) => {
  const who = await asNow(c);
  const form = await readForm(c);
  const name = (form.given("name") ?? DEFAULT_NAME).slice(0, MAX_NAME);
  const given = { credential: form.value("credential"), name };
  const outcome = await addPasskey(database(c.env), who, given, ceremonyOf(c));
  if (isRefusal(outcome)) {
    return c.html(await account(c, form.refused(viewOf(c), outcome)), outcome.status);
  }
  // The gesture that made the passkey counts as its use.
  await prove(c);
  return redirectWith(c, "passkeyAdded", HOME);
});

accountPages.post(`${HOME}/passkeys/:passkeyId/remove`, async (c) => {
  await readForm(c);
  const { who, db, now } = ownDeskOf(c);
  settle(await removePasskey(db, who.personId, c.req.param("passkeyId"), now));
  return redirectWith(c, "deleted", HOME);
});

accountPages.post(`${HOME}/sessions/end-others`, async (c) => {
  await readForm(c);
  const { db, now } = ownDeskOf(c);
  await endOtherSessions(db, holderOf(c), now);
  return redirectWith(c, "sessionsEnded", HOME);
});

accountPages.post(`${HOME}/sessions/:sessionId/end`, async (c) => {
  await readForm(c);
  const { who, db, now } = ownDeskOf(c);
  settle(await endOneSession(db, who.personId, c.req.param("sessionId"), now));
  return redirectWith(c, "sessionsEnded", HOME);
});

accountPages.get(STEP_UP, async (c) =>
  c.html(await stepUpPage(c, leadingTo(c.req.query("next")), new FormState())),
);

accountPages.post(STEP_UP, async (c) => {
  const { personId } = readerOf(c);
  const form = await readForm(c);
  const credential = form.value("credential");
  const checked = await checkPasskey(database(c.env), personId, credential, ceremonyOf(c));
  if (isRefusal(checked)) {
    const refused = form.refused(viewOf(c), checked);
    return c.html(await stepUpPage(c, leadingTo(form.value("next")), refused), checked.status);
  }
  await prove(c);
  return c.redirect(localPath(form.value("next")), 303);
});

async function account(c: Context<Rampart>, form: FormState) {
  const who = await asNow(c);
  const { view, db, now } = ownDeskOf(c);
  const [passkeys, sessions] = await Promise.all([
    listPasskeys(db, who.personId),
    listSessions(db, holderOf(c), now),
  ]);
  const options = mayAddPasskey(who, now) ? await offerPasskey(db, who, ceremonyOf(c)) : null;
  const shown = { form, passkeys, sessions, options };
  return <AccountPage view={view} {...shown} />;
}

function holderOf(c: Context<Rampart>) {
  return { personId: readerOf(c).personId, secret: readSessionCookie(c) ?? "" };
}

function leadingTo(next = ""): Wanted {
  return { action: STEP_UP, fields: [["next", localPath(next)]] };
}
