import { env, exports } from "cloudflare:workers";
import { auditStatement, doneBy } from "../../src/access/audit.ts";
import { mintCredential, onlyTenant, startSession, type Role } from "../../src/access/index.ts";
import { INVITE_LIFE_MS } from "../../src/access/sessions/invite-person.ts";
import { mintSession } from "../../src/access/sessions/start-session.ts";
import { invites, people, sessions } from "../../src/access/tables.ts";
import { database, uuidv7 } from "../../src/platform/index.ts";
import { ROOT } from "./people.ts";

export interface Visitor {
  cookie: string;
  personId: string;
  get: (path: string, headers?: Record<string, string>) => Promise<Response>;
  post: (
    path: string,
    fields?: Record<string, string> | [string, string][],
    headers?: Record<string, string>,
  ) => Promise<Response>;
}

/**
 * Makes somebody who is signed in to the portal; without tenants, an operator. It writes at once what
 * `invitePerson` and `acceptInvite` write.
 */
export async function aVisitor(role: Role, tenants?: string[], name = "Ana"): Promise<Visitor> {
  const db = database(env);
  const now = Date.now();
  const personId = uuidv7(now);
  const { id, hash } = mintCredential("rmp_inv");
  const session = mintSession();
  const of = tenants ?? null;
  const about = { at: now, tenantId: onlyTenant(of) };
  const made = { createdBy: ROOT.subject, createdAt: now };
  const times = { createdAt: now, seenAt: now, endedAt: null, provenAt: null };
  const invited = { ...doneBy(ROOT), action: "person.invited", target: personId, detail: { role } };
  const started = {
    actor: `person:${personId}`,
    action: "session.started",
    detail: { by: "link" },
  };
  await db.batch([
    db.insert(people).values({ id: personId, name, role, tenants: of, ...made }),
    db
      .insert(invites)
      .values({ id, hash, personId, ...made, expiresAt: now + INVITE_LIFE_MS, usedAt: now }),
    auditStatement(db, { ...about, ...invited }),
    db.insert(sessions).values({ hash: session.hash, personId, ...times }),
    auditStatement(db, { ...about, ...started }),
  ]);
  return visitor(`__Host-sid=${session.secret}`, personId);
}

/** Signs the same person in again, in a new session. */
export async function signedInAgain({ personId }: Visitor): Promise<Visitor> {
  const secret = await startSession(database(env), personId, "passkey", Date.now());
  return visitor(`__Host-sid=${secret}`, personId);
}

/**
 * Sends requests as one browser: with its cookie and a same-origin mark, and without following
 * redirects.
 */
export function visitor(cookie: string, personId = ""): Visitor {
  const send = (path: string, init: RequestInit, headers: Record<string, string>) =>
    exports.default.fetch(`http://rampart.test${path}`, {
      ...init,
      redirect: "manual",
      headers: { cookie, "accept-language": "en", "sec-fetch-site": "same-origin", ...headers },
    });
  return {
    cookie,
    personId,
    get: (path, headers = {}) => send(path, {}, headers),
    post: (path, fields = {}, headers = {}) =>
      send(path, { method: "POST", body: new URLSearchParams(fields) }, headers),
  };
}
