import { env } from "cloudflare:workers";
import { issueToken, PERMISSIONS_OF, type Permission, type Role } from "../../src/access/index.ts";
import { settle } from "../../src/http/index.ts";
import { database } from "../../src/platform/index.ts";
import { call } from "./call.ts";
import { aMember, aTenant } from "./people.ts";
import { aVisitor } from "./visitor.ts";

/** Stands in the restricted document only. */
export const SECRET = "Duarte";
export const TEXT = `The zanzibarkraken lamp is repaired by Ines ${SECRET}.`;
export const QUERY = "Who repairs the zanzibarkraken lamp?";

/** Somebody of a tenant, or of the company if none is named, with a token of their own. */
export async function aPerson(
  role: Role,
  tenantId?: string,
  permissions: readonly Permission[] = PERMISSIONS_OF[role],
) {
  const tenants = tenantId === undefined ? undefined : [tenantId];
  const { personId } = await aVisitor(role, tenants);
  const person = {
    kind: tenants === undefined ? ("operator" as const) : ("member" as const),
    subject: `person:${personId}`,
    reach: tenants ?? ("all" as const),
    permissions: new Set(PERMISSIONS_OF[role]),
    personId,
  };
  const order = { name: "test", permissions };
  const { token } = settle(await issueToken(database(env), person, order, Date.now()));
  return { personId, as: token };
}

/** A tenant with a manager, who is nobody by name, and what the manager does with one document. */
export async function aLamp() {
  const tenantId = await aTenant();
  const as = await aMember(tenantId);
  const note = { tenantId, title: "Lamp", source: "wiki", text: TEXT, tags: ["lamps"] };
  const put = async (more: object = {}) =>
    call("PUT", "/ai/documents/lamp", { as, body: { ...note, ...more } });
  const search = async (who: string, query = QUERY) =>
    (await call("POST", "/ai/context/search", { as: who, body: { tenantId, query } })).text();
  const finds = async (who: string) => (await search(who)).includes(SECRET);
  return { tenantId, as, note, put, search, finds };
}
