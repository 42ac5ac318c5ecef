import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { recordAudit } from "../../src/access/index.ts";
import { database, randomBase62 } from "../../src/platform/index.ts";
import { call } from "../support/call.ts";
import { anOperator, aTenant } from "../support/people.ts";
import { aVisitor, type Visitor } from "../support/visitor.ts";

async function pageOf(who: Visitor, path: string, query: Record<string, string> = {}) {
  const search = new URLSearchParams(query).toString();
  const answer = await who.get(`${path}${search === "" ? "" : `?${search}`}`);
  expect(answer.status).toBe(200);
  return answer.text();
}

async function line(tenantId: string | null, target: string, mark: string) {
  const detail = { value: `mark-${mark}-` };
  const entry = { at: Date.now(), actor: "system:test", action: "tenant.changed", tenantId };
  await recordAudit(database(env), { ...entry, target, detail });
}

const marksOf = (page: string) => Array.from(page.matchAll(/mark-(\w+)-/g), ([, mark]) => mark);

describe("the audit log, by what was changed", () => {
  it("shows the lines about one thing of a tenant, in the page, its older lines and its file", async () => {
    const tenantId = await aTenant();
    const ana = await aVisitor("owner", [tenantId]);
    const path = `/portal/t/${tenantId}/audit`;
    const target = `thing-${randomBase62(8)}`;
    for (let at = 0; at < 51; at += 1) await line(tenantId, target, `n${at}`);
    await line(tenantId, `${target}x`, "longer");
    const page = await pageOf(ana, path, { target: ` ${target} ` });
    expect(page).toContain("51 lines");
    expect(marksOf(page)).not.toContain("longer");
    expect(page).toContain(`name="target" type="text" value=" ${target} "`);
    const older = /<a rel="next" href="([^"]+)"/.exec(page)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect(marksOf(await pageOf(ana, older))).toEqual(["n0"]);
    expect(marksOf(await pageOf(ana, `${path}.csv`, { target }))).toHaveLength(51);
    expect(await pageOf(ana, path, { target: "no-such-thing" })).toContain("Nothing fits");
  });

  it("of all tenants, shows what belongs to no tenant, or to the chosen one", async () => {
    const tenantId = await aTenant();
    const staff = await aVisitor("owner");
    const target = `thing-${randomBase62(8)}`;
    await line(tenantId, target, "tenant");
    await line(null, target, "nobody");
    const found = async (query: object) =>
      marksOf(await pageOf(staff, "/portal/audit", { target, ...query }));
    expect(await found({})).toEqual(["nobody"]);
    expect(await found({ tenant: tenantId })).toEqual(["tenant"]);
  });

  it("is a press away from what it is about, for whoever may read the log", async () => {
    const tenantId = await aTenant();
    const as = await anOperator();
    const make = async (path: string, body: object) =>
      ((await (await call("POST", path, { as, body })).json()) as { id: string }).id;
    const own = `/admin/tenants/${tenantId}`;
    const key = await make(`${own}/api-keys`, { name: "Gateway", scopes: ["urlsearch"] });
    const policy = await make("/admin/policies", { tenantId, name: "Strict", document: {} });
    const dictionary = await make("/detection-dictionaries", {
      tenantId,
      name: "Lures",
      kind: "terms",
      entries: [{ value: "premio" }],
    });
    const ana = await aVisitor("owner", [tenantId]);
    const base = `/portal/t/${tenantId}`;
    const said: [string, string, string][] = [
      [`keys/${key}`, key, "API key created"],
      [`policies/${policy}`, policy, "Policy"],
      [`dictionaries/${dictionary}`, dictionary, "Dictionary"],
      [`members/${ana.personId}`, ana.personId, "Person invited"],
    ];
    for (const [path, id, action] of said) {
      const href = `${base}/audit?target=${id}`;
      expect(await pageOf(ana, `${base}/${path}`)).toContain(`href="${href}"`);
      expect(await pageOf(ana, href)).toContain(action);
    }
    const viewer = await aVisitor("viewer", [tenantId]);
    const seen = await pageOf(viewer, `${base}/dictionaries/${dictionary}`);
    expect(seen).not.toContain("/audit?target=");
  });
});
