import type { Context, Next } from "hono";
import { createMiddleware } from "hono/factory";
import { isProven } from "../../access/passkeys/index.ts";
import { recallSession, type SignedIn } from "../../access/sessions/index.ts";
import { noteCaller } from "../../access/guard.ts";
import { noSuchTenant } from "../../access/refusals.ts";
import { tenantInPath } from "../../access/tenant-in-request.ts";
import { traceCrossTenant } from "../../access/trace-cross-tenant.ts";
import { isRefusal, noSuch, Problem, refuseMethod, routeOf } from "../../http/index.ts";
import { database, type Rampart } from "../../platform/index.ts";
import { findTenant } from "../../tenants/store.ts";
import { pagePath } from "../frame/page-path.ts";
import { viewOf } from "../frame/view.ts";
import { keepAskedPage } from "../session/asked-page.ts";
import { readSessionCookie } from "../session/session-cookie.ts";
import { judgePage } from "./judge-page.ts";
import { PAGES } from "./page-table.ts";

/** Runs before every page: finds the reader and lets through only those whom the table allows. */
export const pageGuard = createMiddleware<Rampart>(async (c, next) => {
  const route = routeOf(c);
  const rule = route && PAGES[`${route.method} ${route.path}`];
  const secret = readSessionCookie(c);
  const db = database(c.env);
  const now = c.get("platform").now();
  // What such a form makes would outlast a session that has ended but is still remembered.
  const isLasting = rule?.stepUp === true || rule?.fresh === true;
  const fresh = isLasting && c.req.method === "POST";
  const who = secret === undefined ? undefined : await recallSession(db, secret, now, { fresh });
  c.set("who", who);
  if (route === undefined) throw await refuseAddress(c, next);
  const tenantId = tenantInPath(route.path, c.req.path);
  if (who !== undefined) {
    // A form that is read before its page runs counts for its sender too.
    c.set("principal", who);
    noteCaller(c, who, tenantId);
  }
  const verdict = judgePage(rule, who, tenantId);
  if (isRefusal(verdict)) throw new Problem(verdict);
  if (verdict === "sign_in") return askSignIn(c);
  if (who === undefined) return next();
  if (rule?.stepUp === true && !(await isFresh(c, who))) {
    const asked = await askProof(c, who);
    if (asked !== undefined) return asked;
  }
  if (tenantId === undefined) {
    const looksAcross = who.kind === "operator" && rule?.acrossTenants === true;
    if (looksAcross) await traceCrossTenant(c, who, route, rule.tenantIn);
    return next();
  }
  if (who.kind === "operator") {
    if ((await findTenant(db, tenantId)) === undefined) {
      viewOf(c).tenantId = undefined;
      throw new Problem(noSuchTenant());
    }
    await traceCrossTenant(c, who, route, undefined);
  }
  return next();
});

async function askSignIn(c: Context<Rampart>): Promise<Response> {
  if (c.req.method === "POST") {
    const { waitForSignIn } = await import("../session/wait-for-sign-in.tsx");
    const waits = await waitForSignIn(c);
    if (waits !== undefined) return waits;
  }
  keepAskedPage(c);
  return c.redirect("/portal/sign-in", 303);
}

/**
 * Whether the proof is fresh. Before a reader is sent away the session is read again, because
 * memory may not know of a new proof.
 */
async function isFresh(c: Context<Rampart>, who: SignedIn): Promise<boolean> {
  const now = c.get("platform").now();
  if (isProven(who, now)) return true;
  const secret = readSessionCookie(c) ?? "";
  const again = await recallSession(database(c.env), secret, now, { fresh: true });
  return again !== undefined && isProven(again, now);
}

/** Asks for the passkey. Returns undefined if the form came with it. */
async function askProof(c: Context<Rampart>, who: SignedIn): Promise<Response | undefined> {
  if (c.req.method === "POST") {
    const { proveSent } = await import("../account/step-up.tsx");
    return proveSent(c, who);
  }
  return c.redirect(`/portal/step-up?next=${encodeURIComponent(pagePath(c))}`, 303);
}

/**
 * The refusal of an address without a page: 404, or 405 if it has other methods, which the
 * application knows.
 */
async function refuseAddress(c: Context<Rampart>, next: Next): Promise<Problem> {
  await next();
  const allow = c.res.headers.get("allow");
  c.res = undefined;
  if (allow === null) return new Problem(noSuch("page"));
  return new Problem(refuseMethod(allow));
}
