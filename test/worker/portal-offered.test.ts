import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { PERMISSIONS_OF, ROLES, type Role, type SignedIn } from "../../src/access/index.ts";
import { isRefusal } from "../../src/http/index.ts";
import { database, HOUR_MS } from "../../src/platform/index.ts";
import { judgePage } from "../../src/portal/gate/judge-page.ts";
import { PAGES } from "../../src/portal/gate/page-table.ts";
import { eventStatement } from "../../src/tenants/tenant-events.ts";
import { aCode, anAgent } from "../support/agent.ts";
import { call } from "../support/call.ts";
import { aMember, anApiKey, anOperator, aTenant } from "../support/people.ts";
import { aVisitor } from "../support/visitor.ts";

const TENANT = "/portal/t/:tenantId";
/** Pages of one thing are reached from its list. */
const lists = Object.keys(PAGES)
  .filter((route) => route.startsWith("GET /portal"))
  .map((route) => route.slice("GET ".length))
  .filter((path) => !path.replace(TENANT, "").includes(":") && !path.endsWith(".csv"))
  .filter((path) => !/sign-in|oidc|docs$/.test(path));

const patterns = Object.keys(PAGES)
  .map((route) => ({ route, holes: route.split(":").length }))
  .toSorted((one, other) => one.holes - other.holes)
  .map(({ route }) => ({
    route,
    form: new RegExp(`^${route.replaceAll(/:[a-zA-Z]+/g, "[^/ ]+").replaceAll(".", "\\.")}$`),
  }));

/** The rule of an address of the portal, without its query and fragment. */
function ruleOf(method: string, address: string) {
  const path = address.replace(/[?#].*/, "");
  const route = patterns.find(({ form }) => form.test(`${method} ${path}`))?.route;
  return route === undefined ? undefined : PAGES[route];
}

function read(page: string) {
  const attribute = (tag: string, name: string) =>
    new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll("&amp;", "&");
  const tags = (name: string) => page.match(new RegExp(`<${name} [^>]*>`, "g")) ?? [];
  const forms = tags("form")
    .filter((tag) => attribute(tag, "method") === "post")
    .flatMap((tag) => attribute(tag, "action") ?? []);
  const links = tags("a").flatMap((tag) => attribute(tag, "href") ?? []);
  return { forms, links: links.filter((href) => href.startsWith("/portal")) };
}

let tenantId = "";

beforeAll(async () => {
  tenantId = await aTenant();
  const as = await anOperator();
  const make = async (path: string, body: object) =>
    expect((await call("POST", path, { as, body: { tenantId, ...body } })).ok).toBe(true);
  await anApiKey(tenantId);
  await anAgent({ tenantId });
  await aCode({ tenantId });
  await make("/admin/policies", { name: "One", document: {} });
  const entries = [{ value: "prize" }];
  await make("/detection-dictionaries", { name: "One", kind: "terms", entries });
  await make("/ai/documents", { title: "One", source: "book", text: "Thirty days." });
  await aMember(tenantId);
  // For the home of operators: an event that no job has handed on.
  const event = { id: `evt_${tenantId}`, tenantId, type: "ping", data: {} };
  await eventStatement(database(env), { ...event, createdAt: Date.now() - HOUR_MS });
});

const readers = ROLES.flatMap((role) => [
  { kind: "member" as const, role },
  { kind: "operator" as const, role },
]);

describe("what the portal offers", () => {
  it.each(readers)("is open to the reader: $kind, $role", async ({ kind, role }) => {
    const ana = await aVisitor(role, kind === "member" ? [tenantId] : undefined);
    const who = readerOf(kind, role, ana.personId);
    const mayOpen = (method: string, address: string) => {
      const named = /^\/portal\/t\/([^/?#]+)/.exec(address)?.[1];
      return !isRefusal(judgePage(ruleOf(method, address), who, named));
    };
    const refused: string[] = [];
    const seen = new Set<string>();
    const visit = async (address: string, isList: boolean): Promise<void> => {
      if (seen.has(address)) return;
      seen.add(address);
      const answer = await ana.get(address);
      if (answer.status >= 400) refused.push(`${answer.status} ${address}`);
      const { forms, links } = read(await answer.text());
      for (const form of forms) {
        if (!mayOpen("POST", form)) refused.push(`${address} has a form of ${form}`);
      }
      for (const link of links) {
        if (!mayOpen("GET", link)) refused.push(`${address} links to ${link}`);
        else if (isList && isOfThis(link)) await visit(link, false);
      }
    };
    for (const path of lists) {
      const address = path.replace(":tenantId", tenantId);
      if (mayOpen("GET", address)) await visit(address, true);
    }
    expect(refused).toEqual([]);
    expect(seen.size).toBeGreaterThan(10);
  });
});

/** Pages below the lists of this tenant; the lists of operators hold other tests' things. */
function isOfThis(link: string): boolean {
  const [, rest = ""] = link.split(`/portal/t/${tenantId}/`);
  return /^[a-z-]+\/[^?#]+$/.test(rest) && !rest.endsWith(".csv");
}

function readerOf(kind: "member" | "operator", role: Role, personId: string): SignedIn {
  return {
    kind,
    subject: `person:${personId}`,
    reach: kind === "operator" ? "all" : [tenantId],
    permissions: new Set(PERMISSIONS_OF[role]),
    personId,
    name: "Ana",
    role,
    startedAt: Date.now(),
    provenAt: null,
    passkeys: 0,
  };
}
