import { Hono } from "hono";
import { acceptInvite, endSession } from "../../access/index.ts";
import { isRefusal } from "../../http/index.ts";
import { database } from "../../platform/index.ts";
import { redirectWith } from "../frame/flash.ts";
import { readForm } from "../frame/form.ts";
import { isLanguage, keepLanguage } from "../frame/language.ts";
import { localPath } from "../frame/local-path.ts";
import { sayRefusal } from "../frame/say-refusal.ts";
import { viewOf, type PortalEnv } from "../frame/view.ts";
import { clearSessionCookie, readSessionCookie, writeSessionCookie } from "./session-cookie.ts";
import { AcceptPage, SignInPage } from "./sign-in-pages.tsx";

export const sessionRoutes = new Hono<PortalEnv>();

sessionRoutes.get("/portal/sign-in", (c) => c.html(<SignInPage view={viewOf(c)} />));

/** The address that agents are told to send their people to. */
sessionRoutes.get("/portal/docs", (c) => c.redirect("/docs", 302));

sessionRoutes.get("/portal/sign-in/:code", (c) =>
  c.html(<AcceptPage view={viewOf(c)} code={c.req.param("code")} />),
);

sessionRoutes.post("/portal/sign-in/:code", async (c) => {
  const now = c.get("platform").now();
  const secret = await acceptInvite(database(c.env), c.req.param("code"), now);
  if (isRefusal(secret)) {
    const view = viewOf(c);
    const message = sayRefusal(view.language, secret);
    return c.html(<SignInPage view={view} message={message} />, secret.status);
  }
  writeSessionCookie(c, secret);
  return c.redirect("/portal", 303);
});

sessionRoutes.post("/portal/sign-out", async (c) => {
  const secret = readSessionCookie(c);
  if (secret !== undefined) {
    await endSession(database(c.env), secret, c.get("platform").now());
  }
  clearSessionCookie(c);
  return redirectWith(c, "signedOut", "/portal/sign-in");
});

sessionRoutes.post("/portal/language", async (c) => {
  const form = await readForm(c);
  const language = form.value("language");
  if (isLanguage(language)) keepLanguage(c, language);
  return c.redirect(localPath(form.value("next")), 303);
});
