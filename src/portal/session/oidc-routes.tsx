import { Hono, type Context } from "hono";
import * as z from "zod";
import { beginSignIn, finishSignIn } from "../../access/oidc/index.ts";
import { keepOidcPerson, startSession } from "../../access/sessions/index.ts";
import { isRefusal, settle } from "../../http/index.ts";
import { database } from "../../platform/index.ts";
import { clearCookie, readCookie, writeCookie } from "../frame/cookie.ts";
import type { PortalEnv } from "../frame/view.ts";
import { enter } from "./enter.ts";
import { signInPage } from "./sign-in-page.tsx";

const NAME = "oidc";
const WAIT_SECONDS = 600;
const PATH = "/portal/oidc/:provider";

const kept = z.strictObject({
  provider: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  startedAt: z.int(),
});

/** Signing in by an identity provider: authorization code with PKCE. */
export const oidcRoutes = new Hono<PortalEnv>();

// This is a link and not a form, because the content policy lets forms lead nowhere else.
oidcRoutes.get(PATH, (c) => {
  const provider = c.req.param("provider");
  const now = c.get("platform").now();
  const begun = beginSignIn(c.env.OIDC_ISSUERS, provider, redirectUri(c, provider), now);
  const { location, started } = settle(begun);
  writeCookie(c, NAME, btoa(JSON.stringify(started)), WAIT_SECONDS);
  return c.redirect(location, 303);
});

oidcRoutes.get(`${PATH}/callback`, async (c) => {
  const platform = c.get("platform");
  const provider = c.req.param("provider");
  const started = readStarted(c, provider);
  clearCookie(c, NAME);
  const { state, code, iss } = c.req.query();
  const uri = redirectUri(c, provider);
  const db = database(c.env);
  const found = await finishSignIn(c.env.OIDC_ISSUERS, started, { state, code, iss }, uri, {
    platform,
    outlive: (work) => c.executionCtx.waitUntil(work),
  });
  const now = platform.now();
  const personId = isRefusal(found) ? found : await keepOidcPerson(db, found, now);
  if (isRefusal(personId)) return c.html(await signInPage(c, personId), personId.status);
  return enter(c, await startSession(db, personId, "oidc", now));
});

function redirectUri(c: Context<PortalEnv, string>, provider: string): string {
  return `${new URL(c.req.url).origin}/portal/oidc/${provider}/callback`;
}

/** What was stored when this browser began to sign in with this provider. */
function readStarted(c: Context<PortalEnv, string>, provider: string) {
  try {
    const { data } = kept.safeParse(JSON.parse(atob(readCookie(c, NAME) ?? "")));
    return data?.provider === provider ? data : undefined;
  } catch {
    return undefined;
  }
}
