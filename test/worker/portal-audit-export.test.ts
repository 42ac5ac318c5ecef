import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { auditStatement } from "../../src/access/audit.ts";
import { recordAudit } from "../../src/access/index.ts";
import { MAX_EXPORTED } from "../../src/portal/audit/export-parts.ts";
import { database } from "../../src/platform/index.ts";
import { aTenant } from "../support/people.ts";
import { aVisitor, type Visitor } from "../support/visitor.ts";

const DAY = Date.parse("2026-03-02T00:00:00Z");

async function linesOf(who: Visitor, path: string): Promise<string[]> {
  const answer = await who.get(path);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  return (await answer.text()).split("\r\n").slice(0, -1);
}

async function nameOf(who: Visitor, path: string): Promise<string | undefined> {
  const answer = await who.get(path);
  return /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1];
}

async function aLine(tenantId: string, target: string, more = {}) {
  const entry = { at: DAY, actor: "system:test", action: "tenant.changed", tenantId, target };
  await recordAudit(database(env), { ...entry, ...more });
}

describe("the audit log as a CSV file", () => {
  it("has the filtered lines, newest first, with people's names, and is linked with the page's filters", async () => {
    const tenantId = await aTenant();
    const ana = await aVisitor("owner", [tenantId], "=Ana, la jefa");
    await aLine(tenantId, "one");
    await aLine(tenantId, "two", {
      actor: `person:${ana.personId}`,
      detail: { plan: "pro" },
      requestId: "r-1",
    });
    const path = `/portal/t/${tenantId}/audit`;
    const [header, ...lines] = await linesOf(ana, `${path}.csv?action=tenant.changed`);
    expect(header).toBe("at,actor,actor_name,tenant_id,action,target,detail,request_id");
    const at = "2026-03-02T00:00:00.000Z";
    expect(lines).toEqual([
      `${at},person:${ana.personId},"'=Ana, la jefa",${tenantId},tenant.changed,two,"{""plan"":""pro""}",r-1`,
      `${at},system:test,,${tenantId},tenant.changed,one,,`,
    ]);
    const page = await (await ana.get(`${path}?who=&action=changes&cursor=9-9`)).text();
    expect(page).toContain(`href="${path}.csv?who=&amp;action=changes"`);
  });

  it("can be read by an operator for a tenant, and the read is in the audit log", async () => {
    const tenantId = await aTenant();
    const operator = await aVisitor("owner");
    await aLine(tenantId, "one");
    const path = `/portal/audit.csv?tenant=${tenantId}`;
    expect(await linesOf(operator, `${path}&action=tenant.changed`)).toHaveLength(2);
    const looks = await linesOf(operator, `${path}&action=tenants.read`);
    expect(looks.at(-1)).toContain("GET /portal/audit.csv");
    const page = await (await operator.get(`/portal/audit?tenant=${tenantId}`)).text();
    expect(page).toMatch(/>Audit log<small[^>]*> <code[^>]*>GET \/portal\/audit\.csv</);
  });

  it("ends after MAX_EXPORTED lines with the address of its next part", async () => {
    const tenantId = await aTenant();
    const ana = await aVisitor("owner", [tenantId]);
    const db = database(env);
    const one = { at: DAY, actor: "system:test", action: "tenant.changed", tenantId };
    await db.batch([
      auditStatement(db, { ...one, target: "last" }),
      db.run(
        `insert into audit_log (at, actor, action, tenant_id, target)
         with recursive n(i) as (select 1 union all select i + 1 from n where i < ${MAX_EXPORTED})
         select ${DAY}, 'system:test', 'tenant.changed', '${tenantId}', i from n`,
      ),
    ]);
    const path = `/portal/t/${tenantId}/audit.csv?action=tenant.changed`;
    const lines = await linesOf(ana, path);
    expect(lines).toHaveLength(MAX_EXPORTED + 2);
    const [, next = ""] = /,more,http:\/\/rampart\.test([^,]+),,$/.exec(lines.at(-1) ?? "") ?? [];
    expect(next).toMatch(/audit\.csv\?action=tenant\.changed&cursor=/);
    const rest = await linesOf(ana, next);
    expect(rest).toHaveLength(2);
    expect(rest[1]).toContain(",last,");
    expect(await nameOf(ana, path)).toBe(`audit-${tenantId}-1-of-2.csv`);
    expect(await nameOf(ana, next)).toBe(`audit-${tenantId}-2-of-2.csv`);
    // A part number without the line that it is counted from means the first file.
    for (const cut of [`${path}&part=2`, `${path}&part=2&cursor=x`]) {
      expect(await nameOf(ana, cut)).toBe(`audit-${tenantId}-1-of-2.csv`);
    }
  });

  it("is linked in all its parts by the page, and a new line moves none to another part", async () => {
    const tenantId = await aTenant();
    const ana = await aVisitor("owner", [tenantId]);
    const path = `/portal/t/${tenantId}/audit`;
    const few = await (await ana.get(path)).text();
    expect(few).not.toContain("A file holds");
    expect(await nameOf(ana, `${path}.csv`)).toBe(`audit-${tenantId}.csv`);
    await aLine(tenantId, "oldest");
    await database(env).run(
      `insert into audit_log (at, actor, action, tenant_id, target)
       with recursive n(i) as (select 1 union all select i + 1 from n where i < ${2 * MAX_EXPORTED})
       select ${DAY}, 'system:test', 'tenant.changed', '${tenantId}', i from n`,
    );
    const page = await (await ana.get(`${path}?action=tenant.changed`)).text();
    expect(page).toContain("A file holds 5,000 lines at most");
    const parts = Array.from(page.matchAll(/href="([^"]+audit\.csv[^"]+)"[^>]*>CSV (\d of \d)</g));
    expect(parts.map(([, , said]) => said)).toEqual(["1 of 3", "2 of 3", "3 of 3"]);
    // A line written meanwhile moves no other line from one part to the next.
    await aLine(tenantId, "newest");
    const [, , last] = parts.map(([, href = ""]) => href.replaceAll("&amp;", "&"));
    const lines = await linesOf(ana, last ?? "");
    expect(lines.slice(1).map((line) => line.split(",")[5])).toEqual(["oldest"]);
    expect(await nameOf(ana, last ?? "")).toBe(`audit-${tenantId}-3-of-3.csv`);
  });
});
