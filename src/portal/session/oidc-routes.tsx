import { Hono, type Context } from "hono";
import { beginSignIn, finishSignIn } from "../../access/oidc/index.ts";
import { admitOidcPerson, startSession } from "../../access/sessions/index.ts";
import { isRefusal, settle } from "../../http/index.ts";
import { database, surroundingsOf, type Rampart } from "../../platform/index.ts";
import { enter } from "./enter.ts";
import { keepStarted, takeStarted } from "./keep-started.ts";
import { signInPage } from "./sign-in-page.tsx";

const PATH = "/portal/oidc/:provider";

/** Signing in by an identity provider: authorization code with PKCE. */
export const oidcRoutes = new Hono<Rampart>();

// This is a link and not a form, because the content policy lets forms lead nowhere else.
oidcRoutes.get(PATH, (c) => {
  const provider = c.req.param("provider");
  const now = c.get("platform").now();
  const begun = beginSignIn(c.env.OIDC_ISSUERS, provider, redirectUri(c, provider), now);
  const { location, started } = settle(begun);
  keepStarted(c, started);
  return c.redirect(location, 303);
});

oidcRoutes.get(`${PATH}/callback`, async (c) => {
  const provider = c.req.param("provider");
  const { state, code, iss } = c.req.query();
  const started = takeStarted(c, provider, state);
  const uri = redirectUri(c, provider);
  const db = database(c.env);
  const asker = surroundingsOf(c);
  const found = await finishSignIn(c.env.OIDC_ISSUERS, started, { state, code, iss }, uri, asker);
  const now = asker.platform.now();
  const personId = isRefusal(found) ? found : await admitOidcPerson(db, found, now);
  if (isRefusal(personId)) return c.html(await signInPage(c, personId), personId.status);
  return enter(c, await startSession(db, personId, "oidc", now));
});

function redirectUri(c: Context<Rampart, string>, provider: string): string {
  return `${new URL(c.req.url).origin}/portal/oidc/${provider}/callback`;
}
