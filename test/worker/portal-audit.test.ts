import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { recordAudit } from "../../src/access/index.ts";
import { database } from "../../src/platform/index.ts";
import { call } from "../support/call.ts";
import { aMember, anOperator, aServiceKey, aTenant } from "../support/people.ts";
import { aVisitor, type Visitor } from "../support/visitor.ts";

const KEY = { name: "Edge <firewall>", scopes: ["urlsearch"] };

async function pageOf(who: Visitor, path: string, language = "en"): Promise<string> {
  const answer = await who.get(path, { "accept-language": language });
  expect(answer.status).toBe(200);
  return answer.text();
}

async function aLog(lines: number) {
  const tenantId = await aTenant();
  const db = database(env);
  for (let at = 1; at <= lines; at += 1) {
    const target = `mark-${at}-`;
    await recordAudit(db, { at, actor: "system:test", action: "tenant.changed", tenantId, target });
  }
  return { tenantId, path: `/portal/t/${tenantId}/audit?action=tenant.changed` };
}

const marksOf = (page: string) => Array.from(page.matchAll(/>mark-(\d+)-</g), ([, n]) => Number(n));
const olderOf = (page: string) =>
  /<a rel="next" href="([^"]+)"/.exec(page)?.[1]?.replaceAll("&amp;", "&");

async function keyMade(tenantId: string, as: string): Promise<string> {
  const made = await call("POST", `/admin/tenants/${tenantId}/api-keys`, { as, body: KEY });
  return (await made.json<{ id: string }>()).id;
}

describe("the pages of the audit log", () => {
  it("repeat no line and miss none, even if lines are written while they are read", async () => {
    const { tenantId, path } = await aLog(120);
    const operator = await aVisitor("owner");
    const seen: number[] = [];
    const db = database(env);
    for (let at: string | undefined = path; at !== undefined;) {
      const page: string = await pageOf(operator, at);
      expect(page).toContain("lines</p>");
      seen.push(...marksOf(page));
      at = olderOf(page);
      const late = { at: 1, actor: "system:test", action: "tenant.changed", tenantId };
      await recordAudit(db, { ...late, target: "late" });
    }
    expect(seen).toEqual(Array.from({ length: 120 }, (_, at) => 120 - at));
  });

  it("keep the filter, and link back to the newest lines", async () => {
    const { path } = await aLog(60);
    const operator = await aVisitor("owner");
    const first = await pageOf(operator, path);
    expect(first).not.toContain(">Newest<");
    const older = olderOf(first) ?? "";
    expect(older).toContain("action=tenant.changed&cursor=");
    const second = await pageOf(operator, older);
    expect(second).toContain(`href="${path}">Newest<`);
    expect(marksOf(second)).toHaveLength(10);
  });

  it.each(["x", "0", "-1", "1e3", "9".repeat(40)])(
    "start with the newest line for the invalid cursor %s",
    async (cursor) => {
      const { path } = await aLog(2);
      const operator = await aVisitor("owner");
      expect(marksOf(await pageOf(operator, `${path}&cursor=${cursor}`))).toEqual([2, 1]);
    },
  );

  it("leave out operators' reads if only changes are asked for, on every page", async () => {
    const { tenantId } = await aLog(51);
    const operator = await aVisitor("owner");
    const path = `/portal/t/${tenantId}/audit`;
    expect(await pageOf(operator, path)).toContain("</td><td>Operator looked at data</td>");
    const page = await pageOf(operator, `${path}?action=changes`);
    expect(page).not.toContain("<td>Operator looked");
    expect(page).toContain(`<a href="${path}?action=changes" aria-current="page">`);
    const chosen = await pageOf(operator, `${path}?who=Ana&action=changes&cursor=9-9`);
    expect(chosen).toContain(`<a href="${path}?who=Ana">Everything</a>`);
    const older = await pageOf(operator, olderOf(page) ?? "");
    const marks = [...marksOf(page), ...marksOf(older)];
    expect(marks).toEqual(Array.from({ length: 51 }, (_, at) => 51 - at));
    expect(older).not.toContain("<td>Operator looked");
  });
});

describe("an audit log line", () => {
  it("names the person, the action and its target in words of both languages, and links to the target", async () => {
    const tenantId = await aTenant();
    const ana = await aVisitor("owner", [tenantId], "Ana <Ruiz>");
    const id = await keyMade(tenantId, await aMember(tenantId));
    const page = await pageOf(ana, `/portal/t/${tenantId}/audit`);
    expect(page).toContain("<td>API key created</td>");
    expect(page).toContain(`<a href="/portal/t/${tenantId}/keys/${id}">Edge &lt;firewall&gt;</a>`);
    expect(page).toContain('<span class="soft">Modules</span> urlsearch');
    expect(page).toContain("Ana &lt;Ruiz&gt;");
    expect(page).not.toContain("{&quot;");
    const spanish = await pageOf(ana, `/portal/t/${tenantId}/audit`, "es");
    expect(spanish).toContain("<td>Clave de API creada</td>");
    expect(spanish).toContain('<span class="soft">Módulos</span> urlsearch');
  });

  it("does not link to a target that is deleted", async () => {
    const tenantId = await aTenant();
    const as = await aMember(tenantId);
    const id = await keyMade(tenantId, as);
    await call("DELETE", `/admin/tenants/${tenantId}/api-keys/${id}`, { as });
    const ana = await aVisitor("owner", [tenantId]);
    const page = await pageOf(ana, `/portal/t/${tenantId}/audit`);
    expect(page).toContain("<td>API key deleted</td>");
    expect(page).toContain("Edge &lt;firewall&gt;");
    expect(page).not.toContain(`/keys/${id}"`);
  });

  it("shows a tenant's reader no name of another tenant's key, and no name of an operator", async () => {
    const [tenantId, other] = [await aTenant(), await aTenant()];
    const id = await keyMade(other, await aMember(other));
    const staff = await aVisitor("owner", undefined, "Staff Somebody");
    const trace = { at: 1, tenantId, actor: `person:${staff.personId}` };
    await recordAudit(database(env), { ...trace, action: "api_key.changed", target: id });
    const ana = await aVisitor("owner", [tenantId]);
    const page = await pageOf(ana, `/portal/t/${tenantId}/audit`);
    expect(page).toContain(id);
    expect(page).not.toContain("firewall");
    expect(page).not.toContain("Staff Somebody");
    expect(page).not.toContain(`/keys/${id}"`);
  });

  it("shows to an operator the name of the operator who read a tenant's data, and the page read", async () => {
    const tenantId = await aTenant();
    const operator = await aVisitor("owner", undefined, "Staff Somebody");
    await operator.get(`/portal/t/${tenantId}/members`);
    await operator.get(`/portal/t/${tenantId}`);
    const page = await pageOf(operator, `/portal/t/${tenantId}/audit?action=tenants.read`);
    expect(page).toContain("Staff Somebody");
    expect(page).toMatch(
      /<td class="long">Members<small class="below">\s*<code class="long">GET \/portal\/t\/:tenantId\/members</,
    );
    expect(page).toContain('<td class="long">Overview<');
  });

  it("names who made a key, on the key's page", async () => {
    const tenantId = await aTenant();
    const ana = await aVisitor("owner", [tenantId], "Ana Ruiz");
    await env.DB.prepare("update sessions set proven_at = created_at where person_id = ?")
      .bind(ana.personId)
      .run();
    const made = await ana.post(`/portal/t/${tenantId}/keys/new`, {
      name: "Mail",
      scopes: "antispam",
    });
    expect(made.status).toBe(201);
    const id = /data-after="[^"]*\/([^"/]+)"/.exec(await made.text())?.[1] ?? "";
    const page = await pageOf(ana, `/portal/t/${tenantId}/keys/${id}`);
    expect(page).toContain(`<a href="/portal/t/${tenantId}/members/${ana.personId}">Ana Ruiz</a>`);
  });

  it("links a member's name to the member's page, but not an operator's name", async () => {
    const tenantId = await aTenant();
    const operator = await aVisitor("owner", undefined, "Staff Somebody");
    const ana = await aVisitor("owner", [tenantId], "Ana Ruiz");
    for (const { personId } of [operator, ana]) {
      const trace = { at: 1, tenantId, actor: `person:${personId}`, action: "tenant.changed" };
      await recordAudit(database(env), { ...trace, target: tenantId });
    }
    for (const path of [`/portal/t/${tenantId}/audit`, `/portal/audit?tenant=${tenantId}`]) {
      const page = await pageOf(operator, path);
      expect(page).toContain("Staff Somebody");
      expect(page).not.toContain(`/members/${operator.personId}"`);
      expect(page).toContain(`/portal/t/${tenantId}/members/${ana.personId}"`);
    }
  });

  it("names tokens, services and tenants to operators", async () => {
    const tenantId = await aTenant();
    const as = await anOperator();
    const service = await aServiceKey();
    const body = { tenantId };
    const headers = { "x-internal-service-key": service };
    expect((await call("POST", "/encryption/provision-key", { headers, body })).status).toBe(200);
    await call("PATCH", `/admin/tenants/${tenantId}`, { as, body: { name: "Renamed" } });
    const operator = await aVisitor("owner");
    const page = await pageOf(operator, `/portal/audit?tenant=${tenantId}`);
    expect(page).toContain(`<a href="/portal/t/${tenantId}">${tenantId}</a>`);
    expect(page).toContain("access token");
    expect(page).toContain("service key");
    expect(page).toContain('<span class="soft">Name</span> Renamed');
  });

  it("of an unknown action is shown as it was written, escaped", async () => {
    const tenantId = await aTenant();
    const detail = { odd_name: { deep: ["<b>", 1] } };
    const trace = { at: 1, tenantId, actor: "nobody", action: "odd.kind", target: "t", detail };
    await recordAudit(database(env), trace);
    const ana = await aVisitor("owner", [tenantId]);
    const page = await pageOf(ana, `/portal/t/${tenantId}/audit`);
    for (const said of ["odd.kind", "odd_name", "&lt;b&gt;, 1", "nobody"]) {
      expect(page).toContain(said);
    }
  });
});

describe("the details of an audit log line", () => {
  it("have names in the reader's language, nested ones too, and times are time elements", async () => {
    const tenantId = await aTenant();
    const as = await anOperator();
    const before = new Date("2026-05-01T10:00:00Z").toISOString();
    const settings = { renewBefore: before, lockOnConflict: true };
    const put = await call("PATCH", `/admin/fleet/settings/${tenantId}`, { as, body: settings });
    expect(put.status).toBe(200);
    const limits = { tenantId, limits: { callsPerMinute: 7 } };
    expect((await call("PATCH", "/ai/settings", { as, body: limits })).status).toBe(200);
    const operator = await aVisitor("owner");
    const path = `/portal/t/${tenantId}/audit`;
    const en = await pageOf(operator, path);
    expect(en).toContain(`Renews certificates from before</span> <time datetime="${before}"`);
    expect(en).toContain("Locked on a conflict</span> yes");
    expect(en).toContain('<span class="soft">Calls a minute</span> 7');
    const es = await pageOf(operator, path, "es");
    expect(es).toContain("Se bloquea ante un conflicto</span> sí");
    expect(es).toContain('<span class="soft">Llamadas por minuto</span> 7');
  });

  it("are translated if they are the product's own words, and unchanged if a person wrote them", async () => {
    const tenantId = await aTenant();
    const detail = { title: "closed", name: "passkey", note: "allow", status: "closed" };
    const trace = { at: 1, tenantId, actor: "nobody", action: "odd.kind", target: "t", detail };
    await recordAudit(database(env), trace);
    const ana = await aVisitor("owner", [tenantId]);
    const page = await pageOf(ana, `/portal/t/${tenantId}/audit`, "es");
    expect(page).toContain('<span class="soft">Título</span> closed');
    expect(page).toContain('<span class="soft">Nombre</span> passkey');
    expect(page).toContain('<span class="soft">Nota</span> allow');
    expect(page).toContain('<span class="soft">Estado</span> cerrado');
  });
});
