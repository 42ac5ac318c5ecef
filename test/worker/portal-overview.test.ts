import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { readCertificates } from "../../src/certificates/read-certificate.ts";
import { certificatesOf } from "../../src/certificates/open-issuer.ts";
import type { LookAtAuthority } from "../../src/certificates/look-at-authority.ts";
import type { TenantGate } from "../../src/tenants/gate/gate-object.ts";
import { anAgent } from "../support/agent.ts";
import { anApiKey, aTenant } from "../support/people.ts";
import { PERMISSIONS } from "../../src/access/permissions.ts";
import { database } from "../../src/platform/index.ts";
import { readRoots } from "../../src/encryption/envelope/roots.ts";
import { SEVERAL_ROOTS } from "../../src/encryption/store.ts";
import { findAttention } from "../../src/portal/home/find-attention.ts";
import { holding } from "../support/holding.ts";
import { aReceiver } from "../support/webhook-endpoint.ts";
import { aVisitor, type Visitor } from "../support/visitor.ts";

const DAY_MS = 86_400_000;

const textOf = async (answer: Promise<Response>) => (await answer).text();

const SPANISH = { "accept-language": "es" };

const nothing: LookAtAuthority = () => Promise.resolve(undefined);

/** The concerns shown to an operator with all permissions if the roots cannot be read. */
function attentionAt(now: number, { db = database(env), look = nothing } = {}) {
  const who = { permissions: new Set(PERMISSIONS) };
  return findAttention({ db, who, now, look, language: "en", settings: [], roots: null });
}

describe("the fleet on the overview of a tenant", () => {
  it("counts the tenant's own agents by state, each with a link to the agents of that state", async () => {
    const [agent] = await Promise.all([anAgent(), anAgent()]);
    await agent.call("POST", `/agents/${agent.id}/checkin`, {});
    const base = `/portal/t/${agent.tenantId}`;
    const viewer = await aVisitor("viewer", [agent.tenantId]);
    const page = await textOf(viewer.get(base));
    expect(page).toContain(`<dt>Agents</dt><dd><a href="${base}/collectors">1</a>`);
    const online = `<dt>online</dt><dd class="good"><a href="${base}/collectors?status=online">1</a>`;
    expect(page).toContain(online);
    expect(page).not.toContain("status=offline");
    expect(await textOf(viewer.get(base, SPANISH))).toContain("<dt>en línea</dt>");
    expect(await textOf(viewer.get(`${base}/collectors?status=online`))).toContain(agent.id);
  });

  it("is missing without agents for a viewer; an operator gets a link to enrol one", async () => {
    const tenantId = await aTenant();
    const base = `/portal/t/${tenantId}`;
    expect(await textOf((await aVisitor("viewer", [tenantId])).get(base))).not.toContain(
      'id="fleet"',
    );
    const page = await textOf((await aVisitor("operator", [tenantId])).get(base));
    expect(page).toContain("There is no agent yet");
    expect(page).toContain(`href="${base}/codes#create"`);
  });
});

describe("the overview of a closed tenant", () => {
  it("leads an operator to the erasure, and nobody to what is refused there", async () => {
    const tenantId = await aTenant();
    const base = `/portal/t/${tenantId}`;
    const operator = await aVisitor("owner");
    expect(await textOf(operator.get(base))).not.toContain("#erasure");
    await env.DB.prepare("update tenants set status = 'closed' where id = ?").bind(tenantId).run();
    const page = await textOf(operator.get(base));
    expect(page).toContain(`<a href="/portal/tenants/${tenantId}#erasure">`);
    expect(page).not.toContain(`${base}/codes#create`);
    const own = await textOf((await aVisitor("owner", [tenantId])).get(base));
    expect(own).not.toContain("#erasure");
    expect(own).not.toContain(`${base}/codes#create`);
  });
});

describe("the overview", () => {
  it("leads whoever may read the audit log to the changes since yesterday", async () => {
    const tenantId = await aTenant();
    const base = `/portal/t/${tenantId}`;
    const yesterday = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10);
    const href = `${base}/audit?action=changes&amp;from=${yesterday}T00:00`;
    const page = await textOf((await aVisitor("owner", [tenantId])).get(base));
    expect(page).toContain(`<a href="${href}">Changes since yesterday</a>`);
    expect(await textOf((await aVisitor("viewer", [tenantId])).get(base))).not.toContain("/audit?");
  });
});

describe("the first call on the overview", () => {
  it("is offered until a key has made a call, and stays on the page of keys", async () => {
    const tenantId = await aTenant();
    const base = `/portal/t/${tenantId}`;
    await anApiKey(tenantId);
    const ana = await aVisitor("owner", [tenantId]);
    expect(await textOf(ana.get(base))).toContain("Your first call");
    const lastMonth = Date.now() - 32 * DAY_MS;
    const id = /\/keys\/(\w{10})"/.exec(await textOf(ana.get(`${base}/keys`)))?.[1] ?? "";
    const { TENANT_GATE } = env;
    const gate = TENANT_GATE.get(TENANT_GATE.idFromName(tenantId));
    await runInDurableObject(gate, (_gate: TenantGate, { storage }) =>
      storage.sql.exec("INSERT INTO key_use VALUES (?, ?)", id, lastMonth),
    );
    expect(await textOf(ana.get(base))).not.toContain("Your first call");
    const keys = await textOf(ana.get(`${base}/keys`));
    expect(keys).toContain("<summary>A call by hand</summary>");
    expect(keys).toContain(new Date(lastMonth).toISOString().slice(0, 10));
  });
});

/** The text beside this concern on the home page: its count, and the things that it names. */
async function concernOf(who: Visitor, name: string, headers = {}): Promise<string> {
  const page = await textOf(who.get("/portal", headers));
  return new RegExp(`>${name}</a></dt><dd>(.*?)</dd>`).exec(page)?.[1] ?? "";
}

describe("the concerns on the home page of operators", () => {
  it("include a database that is half full, in percent of its capacity", async () => {
    const shareAt = async (bytes: number) => {
      const concerns = await attentionAt(Date.now(), { db: database(holding(bytes)) });
      return concerns.find(({ kind }) => kind === "database")?.count;
    };
    expect(await shareAt(4_999_999_999)).toBeUndefined();
    expect(await shareAt(5_000_000_000)).toBe(50);
    const page = await textOf((await aVisitor("operator")).get("/portal/jobs"));
    expect(page).toMatch(/The database holds \d[\d.]*% of what it can/);
  });

  it("name a failed and a late job, in both languages", async () => {
    const operator = await aVisitor("operator");
    await env.DB.exec("DELETE FROM job_runs");
    expect(await concernOf(operator, "Scheduled jobs failed or late")).toBe("");
    const put = env.DB.prepare("INSERT INTO job_runs VALUES (?, ?, ?, ?, ?)");
    const now = Date.now();
    await put.bind("rotateRoots", now, now, "TypeError", null).run();
    await put.bind("sweepSegments", now - 3 * DAY_MS, now, null, now).run();
    const said = await concernOf(operator, "Scheduled jobs failed or late");
    expect(said).toContain("<strong>2</strong>");
    expect(said).toContain('href="/portal/jobs#rotateRoots">Carry keyrings over');
    expect(await textOf(operator.get("/portal/jobs"))).toContain('<tr id="rotateRoots">');
    const spanish = await concernOf(operator, "Tareas programadas fallidas o con retraso", SPANISH);
    expect(spanish).toContain("Eliminar los archivos");
    await env.DB.exec("DELETE FROM job_runs");
    expect(await concernOf(operator, "Scheduled jobs failed or late")).toBe("");
  });

  it("name failed feeds, agents not heard of, dead letters and suspended tenants", async () => {
    const agent = await anAgent();
    await agent.call("POST", `/agents/${agent.id}/checkin`, {});
    const silence = "UPDATE agents SET last_seen = last_seen - ?, watched = 0 WHERE tenant_id = ?";
    await env.DB.prepare(silence).bind(DAY_MS, agent.tenantId).run();
    const suspend = "UPDATE tenants SET status = 'suspended' WHERE id = ?";
    await env.DB.prepare(suspend).bind(agent.tenantId).run();
    const dead = `INSERT INTO dead_events (id, reason, body, failed_at) VALUES (?, 'malformed', '{}', 1)`;
    await env.DB.prepare(dead).bind(crypto.randomUUID()).run();
    // Only the first few are named, and the files before this one may have left dozens.
    await env.DB.exec("UPDATE intel_sources SET failed_at = NULL");
    const feed = `INSERT INTO intel_sources (id, changes, refresh, checked_at, rows, retained,
      bad_lines, first_bad_lines, version, failed_at, last_error)
      VALUES ('misp-warninglist-dax30', '{}', 0, 0, 0, 0, 0, '[]', 0, 1, 'no')`;
    await env.DB.prepare(feed).run();
    const operator = await aVisitor("operator");
    const feeds = await concernOf(operator, "Feeds failed");
    expect(feeds).toContain('href="/portal/sources/misp-warninglist-dax30"');
    await env.DB.exec("DELETE FROM intel_sources WHERE id = 'misp-warninglist-dax30'");
    const fleets = await concernOf(operator, "Agents not heard of");
    expect(fleets).toMatch(/<strong>[1-9]/);
    expect(await concernOf(operator, "Dead letters")).toMatch(/<strong>[1-9]/);
    expect(await textOf(operator.get("/portal"))).toContain(
      '<a href="/portal/dead-letters?replayed=false">Dead letters</a>',
    );
    expect(await concernOf(operator, "Tenants suspended")).toMatch(/<strong>[1-9]/);
    const list = await textOf(operator.get(`/portal/tenants?status=suspended&q=${agent.tenantId}`));
    expect(list).toContain(`>${agent.tenantId}</a>`);
    const active = await textOf(operator.get(`/portal/tenants?status=active&q=${agent.tenantId}`));
    expect(active).not.toContain(`>${agent.tenantId}</a>`);
    await env.DB.prepare("UPDATE tenants SET status = 'active' WHERE id = ?")
      .bind(agent.tenantId)
      .run();
  });

  it("name keys that failed or are not under the current root, and roots that are lost or unreadable", async () => {
    const operator = await aVisitor("operator");
    const [failed, lost, stale] = [await aTenant(), await aTenant(), await aTenant()];
    const put = env.DB.prepare(
      "INSERT INTO keyrings (tenant_id, root_id, provisioned_at, failed_at, failure) VALUES (?, ?, 1, ?, ?)",
    );
    const current = readRoots(env)?.current;
    const late = Date.now() + DAY_MS;
    await put.bind(failed, current, late, "encryption_unavailable").run();
    await put.bind(lost, 987_654, null, null).run();
    await put.bind(stale, SEVERAL_ROOTS, null, null).run();
    const said = await concernOf(
      operator,
      "Keys that could not be carried over to the current root",
    );
    expect(said).toContain(`href="/portal/t/${failed}/keyring">${failed}</a>`);
    expect(
      await concernOf(operator, "Tenants whose root secret is not in the configuration"),
    ).toMatch(/<strong>[1-9]/);
    expect(await concernOf(operator, "Keys not under the current root yet")).toMatch(
      /<strong>[1-9]/,
    );
    expect(
      await concernOf(operator, "Claves que aún no están bajo la raíz actual", SPANISH),
    ).toMatch(/<strong>[1-9]/);
    const remove = env.DB.prepare("DELETE FROM keyrings WHERE tenant_id IN (?, ?, ?)");
    await remove.bind(failed, lost, stale).run();
    const concerns = await attentionAt(Date.now());
    expect(concerns.find(({ kind }) => kind === "roots")).toMatchObject({ count: 1 });
  });

  it.each([
    ["ends in ninety days", "authorityEnds", 90, {}, -90 * DAY_MS],
    ["has ended", "authorityEnded", 1, {}, 0],
    ["has the key of another CA", "authorityWrong", 1, { AGENT_CA_KEY: "none" }, -90 * DAY_MS],
    ["cannot be read", "authorityWrong", 1, { AGENT_CA_CHAIN: "none" }, -90 * DAY_MS],
  ])("say that the CA of agents %s", async (_, kind, count, settings, after) => {
    const [ca] = readCertificates(env.AGENT_CA_CHAIN) ?? [];
    const notAfter = ca?.notAfter ?? 0;
    const { look } = certificatesOf({ ...env, ...settings });
    const ofAuthority = async (now: number) =>
      (await attentionAt(now, { look })).filter((one) => one.kind.startsWith("authority"));
    expect(await ofAuthority(notAfter + after + 1)).toMatchObject([{ kind, count }]);
    const before = certificatesOf(env).look;
    expect(await before(notAfter - 90 * DAY_MS)).toBeUndefined();
  });

  it("name endpoints switched off, and count events not handed on for five minutes", async () => {
    const operator = await aVisitor("operator");
    const { path, endpoint, tenantId } = await aReceiver();
    const off = "UPDATE webhook_endpoints SET status = 'disabled', updated_at = ? WHERE id = ?";
    await env.DB.prepare(off)
      .bind(Date.now() + DAY_MS, endpoint.id)
      .run();
    expect(path).toContain(endpoint.id);
    const endpoints = await concernOf(operator, "Webhook endpoints switched off");
    expect(endpoints).toContain(`/portal/t/${tenantId}/webhooks/${endpoint.id}">${tenantId}</a>`);
    const count = async () => {
      const name = "Webhook events not handed on for five minutes";
      const [, found = "0"] = /<strong>(\d+)/.exec(await concernOf(operator, name)) ?? [];
      return Number(found);
    };
    // Otherwise events left by other files would reach five minutes between two counts.
    await env.DB.exec("UPDATE tenant_events SET dispatched_at = 1 WHERE dispatched_at IS NULL");
    const put = env.DB.prepare(
      "INSERT INTO tenant_events (id, tenant_id, type, data, created_at) VALUES (?, ?, 'ping', '{}', ?)",
    );
    const ids = [crypto.randomUUID(), crypto.randomUUID()];
    await put.bind(ids[0], tenantId, Date.now() - 301_000).run();
    await put.bind(ids[1], tenantId, Date.now() - 60_000).run();
    expect(await count()).toBe(1);
    await env.DB.prepare("DELETE FROM tenant_events WHERE id IN (?, ?)")
      .bind(...ids)
      .run();
  });

  it("name an endpoint switched off 29 days ago, but not one switched off 31 days ago", async () => {
    const operator = await aVisitor("operator");
    const { endpoint } = await aReceiver();
    const off = "UPDATE webhook_endpoints SET status = 'disabled', updated_at = ? WHERE id = ?";
    const saidAfter = async (days: number) => {
      await env.DB.prepare(off)
        .bind(Date.now() - days * DAY_MS, endpoint.id)
        .run();
      const said = await concernOf(operator, "Webhook endpoints switched off");
      return Number(/<strong>(\d+)/.exec(said)?.[1] ?? 0);
    };
    expect((await saidAfter(29)) - (await saidAfter(31))).toBe(1);
  });

  it("are hidden from a tenant's owner, and show an operator only what the role may read", async () => {
    const both = [await aTenant(), await aTenant()];
    expect(await textOf((await aVisitor("owner", both)).get("/portal"))).not.toContain("attention");
    const viewer = await aVisitor("viewer");
    expect(await textOf(viewer.get("/portal"))).toContain("Needs attention");
    expect(await concernOf(viewer, "Dead letters")).toBe("");
  });
});
