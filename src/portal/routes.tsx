import { Hono, type Context } from "hono";
import { createMiddleware } from "hono/factory";
import { acceptInvite, endSession, recallSession, type SignedIn } from "../access/index.ts";
import { isRefusal } from "../http/index.ts";
import { database, type Rampart } from "../platform/index.ts";
import { listTenants } from "../tenants/index.ts";
import { HomePage } from "./home-page.tsx";
import { sameOrigin } from "./same-origin.ts";
import { clearSessionCookie, readSessionCookie, writeSessionCookie } from "./session-cookie.ts";
import { AcceptPage, SignInPage } from "./sign-in-pages.tsx";

const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join("; ");
const PERMISSIONS_POLICY =
  "publickey-credentials-get=(self), publickey-credentials-create=(self), camera=(), microphone=(), geolocation=()";
const HOME_TENANTS = 50;

interface PortalEnv extends Rampart {
  Variables: { who: SignedIn };
}

export const portalRoutes = new Hono<PortalEnv>();

portalRoutes.use("/portal/*", sameOrigin, async (c, next) => {
  await next();
  c.header("content-security-policy", CONTENT_POLICY);
  c.header("permissions-policy", PERMISSIONS_POLICY);
});

portalRoutes.get("/portal/sign-in", (c) => c.html(<SignInPage />));

portalRoutes.get("/portal/sign-in/:code", (c) => c.html(<AcceptPage code={c.req.param("code")} />));

portalRoutes.post("/portal/sign-in/:code", async (c) => {
  const now = c.get("platform").now();
  const secret = await acceptInvite(database(c.env), c.req.param("code"), now);
  if (isRefusal(secret)) return c.html(<SignInPage message={secret.message} />, secret.status);
  writeSessionCookie(c, secret);
  return c.redirect("/portal", 303);
});

portalRoutes.post("/portal/sign-out", async (c) => {
  const secret = readSessionCookie(c);
  if (secret !== undefined) {
    await endSession(database(c.env), secret, c.get("platform").now());
  }
  clearSessionCookie(c);
  return c.redirect("/portal/sign-in", 303);
});

const signedIn = createMiddleware<PortalEnv>(async (c, next) => {
  const who = await recall(c);
  if (who === undefined) return c.redirect("/portal/sign-in", 303);
  c.set("who", who);
  c.get("call").about.caller = who.subject;
  return next();
});

portalRoutes.get("/portal", signedIn, async (c) => {
  const who = c.get("who");
  const page = { page: 1, limit: HOME_TENANTS, offset: 0 };
  const { items, total } = await listTenants(database(c.env), { reach: who.reach }, page);
  return c.html(<HomePage who={who} tenants={items} total={total} />);
});

async function recall(c: Context<PortalEnv>): Promise<SignedIn | undefined> {
  const secret = readSessionCookie(c);
  if (secret === undefined) return undefined;
  return recallSession(database(c.env), secret, c.get("platform").now());
}
