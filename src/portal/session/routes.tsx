import { Hono } from "hono";
import { acceptInvite, endSession, startByPasskey } from "../../access/sessions/index.ts";
import { checkPasskey } from "../../access/passkeys/index.ts";
import { isRefusal } from "../../http/index.ts";
import { database, type Rampart } from "../../platform/index.ts";
import { ceremonyOf } from "../account/ceremony-of.ts";
import { redirectWith } from "../frame/flash.ts";
import { readForm } from "../frame/form.ts";
import { isLanguage, keepLanguage } from "../frame/language.ts";
import { localPath } from "../frame/local-path.ts";
import { viewOf } from "../frame/view.ts";
import { forgetAskedPage } from "./asked-page.ts";
import { enter } from "./enter.ts";
import { clearSessionCookie, readSessionCookie } from "./session-cookie.ts";
import { signInPage } from "./sign-in-page.tsx";
import { AcceptPage } from "./sign-in-pages.tsx";

export const sessionRoutes = new Hono<Rampart>();

sessionRoutes.get("/portal/sign-in", async (c) => c.html(await signInPage(c)));

sessionRoutes.post("/portal/sign-in/passkey", async (c) => {
  const credential = (await readForm(c)).value("credential");
  const ceremony = ceremonyOf(c);
  const db = database(c.env);
  const personId = await checkPasskey(db, undefined, credential, ceremony);
  if (isRefusal(personId)) return c.html(await signInPage(c, personId), personId.status);
  const secret = await startByPasskey(db, personId, ceremony.now);
  if (isRefusal(secret)) return c.html(await signInPage(c, secret), secret.status);
  return enter(c, secret);
});

/** The address of the documentation that agents are told. */
sessionRoutes.get("/portal/docs", (c) => c.redirect("/docs", 302));

sessionRoutes.get("/portal/sign-in/:code", (c) => {
  // A refused passkey leaves its reader at this address, which may be reloaded.
  if (c.req.param("code") === "passkey") return c.redirect("/portal/sign-in", 303);
  return c.html(<AcceptPage view={viewOf(c)} />);
});

sessionRoutes.post("/portal/sign-in/:code", async (c) => {
  const now = c.get("platform").now();
  const secret = await acceptInvite(database(c.env), c.req.param("code"), now);
  if (isRefusal(secret)) return c.html(await signInPage(c, secret), secret.status);
  return enter(c, secret);
});

sessionRoutes.post("/portal/sign-out", async (c) => {
  const secret = readSessionCookie(c);
  if (secret !== undefined) {
    await endSession(database(c.env), secret, c.get("platform").now());
  }
  clearSessionCookie(c);
  forgetAskedPage(c);
  return redirectWith(c, "signedOut", "/portal/sign-in");
});

sessionRoutes.post("/portal/language", async (c) => {
  const form = await readForm(c);
  const language = form.value("language");
  if (isLanguage(language)) keepLanguage(c, language);
  return c.redirect(localPath(form.value("next")), 303);
});
