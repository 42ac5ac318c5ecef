import { env, exports } from "cloudflare:workers";
import {
  acceptInvite,
  invitePerson,
  PERMISSIONS,
  startSession,
  type Person,
  type Role,
} from "../../src/access/index.ts";
import { settle } from "../../src/http/index.ts";
import { database } from "../../src/platform/index.ts";

const ROOT: Person = {
  kind: "operator",
  subject: "test:root",
  reach: "all",
  permissions: new Set(PERMISSIONS),
};

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

/** Somebody signed in to the portal by a link; without tenants, an operator. */
export async function aVisitor(role: Role, tenants?: string[], name = "Ana"): Promise<Visitor> {
  const db = database(env);
  const order = { name, role, tenants };
  const { code, personId } = settle(await invitePerson(db, ROOT, order, Date.now()));
  const secret = settle(await acceptInvite(db, code, Date.now()));
  return visitor(`__Host-sid=${secret}`, personId);
}

/** The same person, in a new session. */
export async function signedInAgain({ personId }: Visitor): Promise<Visitor> {
  const secret = await startSession(database(env), personId, "passkey", Date.now());
  return visitor(`__Host-sid=${secret}`, personId);
}

/** One browser's requests: cookies and a same-origin mark, and no redirect is followed. */
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
