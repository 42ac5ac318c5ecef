import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { claimTenant } from "../../src/access/index.ts";
import { saveProposals } from "../../src/ai/actions/store.ts";
import type { Proposal } from "../../src/ai/chat/offer.ts";
import { settle } from "../../src/http/index.ts";
import { database, uuidv7 } from "../../src/platform/index.ts";
import { anApp } from "../support/app.ts";
import { call } from "../support/call.ts";
import { aMember, aServiceKey, aTenant, ROOT } from "../support/people.ts";
import { aVisitor, type Visitor } from "../support/visitor.ts";

const textOf = async (answer: Promise<Response>) => (await answer).text();
const DAY_MS = 86_400_000;
const ES = { "accept-language": "es" };
const HOSTILE = '<img src=x onerror="alert(1)">\u202eevil';

let tenantId: string;
let ana: Visitor;
let list: string;

beforeEach(async () => {
  tenantId = await aTenant();
  ana = await aVisitor("operator", [tenantId]);
  list = `/portal/t/${tenantId}/actions`;
});

/** As a chat saves what it proposes to somebody. */
async function propose(own: Partial<Proposal["action"]> = {}, to = ana.personId) {
  const now = Date.now();
  const action = {
    id: uuidv7(now),
    title: "Enforce MFA for admins",
    description: "Turn on the MFA requirement for the admins who lack it.",
    category: "enable" as const,
    requiresApproval: true,
    source: "agent" as const,
    payload: { users: ["eva@a.example"] },
    ...own,
  };
  const tenant = settle(claimTenant(ROOT, tenantId));
  const [userId, personId] = to === "" ? ["service:x", null] : [`person:${to}`, to];
  const of = { tenantId: tenant, userId, personId, traceId: "0", now };
  await saveProposals(database(env), [{ tool: "CheckMFACompliance", action }], of);
  return `${list}/${action.id}`;
}

async function traces(): Promise<string[]> {
  const { results } = await env.DB.prepare(
    "select action, actor from audit_log where tenant_id = ? and action like 'ai.action.%' order by seq",
  )
    .bind(tenantId)
    .all<{ action: string; actor: string }>();
  return results.map(({ action, actor }) => `${action} ${actor}`);
}

const stateOf = (one: string) =>
  env.DB.prepare("select state from ai_actions where id = ?")
    .bind(one.slice(list.length + 1))
    .first("state");

describe("the list of proposed actions", () => {
  it("tells an empty list from one with no action of a state, and ignores an unknown state", async () => {
    expect(await textOf(ana.get(list))).toContain("Nothing has been proposed yet");
    await propose();
    const filtered = await textOf(ana.get(`${list}?state=failed`));
    expect(filtered).toContain("No action fits");
    expect(filtered).not.toContain("Nothing has been proposed yet");
    const all = await textOf(ana.get(`${list}?state=nonsense`));
    expect(all).toContain("Enforce MFA for admins");
  });

  it("shows each action's description, payload, person and state, newest first", async () => {
    const [older, newer] = [await propose(), await propose({ title: "Tell of licences" })];
    const page = await textOf(ana.get(list));
    expect(page.indexOf(`href="${newer}"`)).toBeGreaterThan(0);
    expect(page.indexOf(`href="${newer}"`)).toBeLessThan(page.indexOf(`href="${older}"`));
    for (const said of ["Turn on the MFA requirement", "eva@a.example", ">Ana<", "to be decided"]) {
      expect(page).toContain(said);
    }
    expect(page).toContain(`<a href="${list}" aria-current="page">Proposed actions</a>`);
    const [head = "", row = ""] = page.match(/<tr>.*?<\/tr>/gs) ?? [];
    const [columns, cells] = [head.match(/<th/g), row.match(/<th |<td/g)];
    expect(cells?.length).toBe(columns?.length);
  });

  it("shortens a long payload and links to the page that shows all of it", async () => {
    const users = Array.from({ length: 400 }, (_, at) => `user${at}@a.example`);
    const one = await propose({ payload: { users } });
    expect(await textOf(ana.get(list))).not.toContain("user399@a.example");
    expect(await textOf(ana.get(one))).toContain("user399@a.example");
  });

  it("keeps its filter on the second page", async () => {
    await env.DB.prepare(
      `insert into ai_actions (id, tenant_id, user_id, tool, title, description, category, source,
         payload, payload_hash, trace_id, state, created_at, expires_at)
       with recursive n(i) as (select 1 union all select i + 1 from n where i < 60)
       select ?1 || i, ?1, 'person:x', 'LicenseSummary', 'nr ' || i || '.', 'd', 'notify', 'agent',
         '{}', '', '', 'rejected', i, i from n`,
    )
      .bind(tenantId)
      .run();
    const first = await textOf(ana.get(`${list}?state=rejected`));
    expect(first).toContain("nr 60.");
    expect(first).not.toContain("nr 10.");
    expect(first).toContain(`href="${list}?state=rejected&amp;page=2"`);
    expect(await textOf(ana.get(`${list}?state=rejected&page=2`))).toContain("nr 10.");
  });
});

describe("the page of a proposed action", () => {
  it("shows a model's text escaped and without direction override characters, as does the list", async () => {
    const text = { title: HOSTILE, description: HOSTILE };
    const one = await propose({ ...text, payload: { [HOSTILE]: { "<b>": [HOSTILE] } } });
    for (const path of [list, one]) {
      const page = await textOf(ana.get(path));
      expect(page).toContain("&lt;img src=x onerror=");
      expect(page).not.toContain("<img src=x");
      expect(page).not.toContain("<b>");
      expect(page).not.toContain("\u202e");
    }
  });

  it("shows its category and tool in words of both languages, and its time", async () => {
    const one = await propose();
    await env.DB.prepare("update ai_actions set created_at = ? where id = ?")
      .bind(Date.UTC(2026, 4, 3, 9, 30), one.slice(list.length + 1))
      .run();
    for (const [headers, ...said] of [
      [{}, ">turn on<", ">MFA<", "2026-05-03T09:30"],
      [ES, ">activar<", ">MFA<", "2026-05-03T09:30"],
    ] as const) {
      const page = await textOf(ana.get(one, headers));
      for (const each of said) expect(page).toContain(each);
      expect(page).not.toContain("CheckMFACompliance");
    }
  });

  it("approves as the API does, with state, audit line and event, and then has no approve button", async () => {
    const one = await propose();
    const page = await textOf(ana.get(one));
    expect(page).toContain("eva@a.example");
    expect(page).toContain(`action="${one}/approve"`);
    expect(page).toContain(`action="${one}/reject"`);
    const done = await ana.post(`${one}/approve`);
    expect([done.status, done.headers.get("location")]).toEqual([303, one]);
    expect(await stateOf(one)).toBe("approved");
    expect(await traces()).toEqual([`ai.action.approved person:${ana.personId}`]);
    const count = "select count(*) as n from tenant_events where tenant_id = ? and type = ?";
    expect(await env.DB.prepare(count).bind(tenantId, "action.approved").first("n")).toBe(1);
    const after = await textOf(ana.get(one));
    expect(after).toContain("It waits for an executor");
    expect(after).not.toContain(`action="${one}/approve"`);
  });

  it("sends the event of an approval to the webhooks' queue at once", async () => {
    const one = await propose();
    const queued: unknown[] = [];
    const sendBatch = async (messages: Iterable<{ body: unknown }>) => {
      for (const { body } of messages) queued.push(body);
    };
    const { request } = anApp({}, { WEBHOOKS: { sendBatch } as unknown as Queue });
    const headers = { cookie: ana.cookie, "sec-fetch-site": "same-origin" };
    const sent = { method: "POST", headers, body: new URLSearchParams() };
    expect((await request(`${one}/approve`, sent)).status).toBe(303);
    expect(queued).toEqual([{ eventId: `evt_${one.slice(list.length + 1)}_approved` }]);
  });

  it("shows the outcome: a notify action is done once approved, another one when its executor reports", async () => {
    const notice = await propose({ category: "notify" });
    expect(await textOf(ana.get(notice))).toContain("Your webhooks are told");
    await ana.post(`${notice}/approve`);
    const told = await textOf(ana.get(notice, ES));
    expect(told).toContain("realizada");
    expect(told).toContain("Avisado por webhook.");
    const one = await propose();
    await ana.post(`${one}/approve`);
    const headers = { "x-internal-service-key": await aServiceKey(["ai:act"], [tenantId]) };
    const path = `/ai/actions/${one.slice(list.length + 1)}`;
    await call("POST", `${path}/begin`, { headers, body: { tenantId } });
    const body = { tenantId, state: "failed", outcome: `No rights ${HOSTILE}` };
    await call("POST", `${path}/result`, { headers, body });
    const failed = await textOf(ana.get(one));
    expect(failed).toContain(">failed<");
    expect(failed).toContain("No rights &lt;img");
    expect(failed).not.toContain("\u202e");
  });

  it("409 for approving a rejected action, in plain words of both languages; nothing changes", async () => {
    const one = await propose();
    expect((await ana.post(`${one}/reject`)).status).toBe(303);
    const refused = await ana.post(`${one}/approve`);
    expect(refused.status).toBe(409);
    expect(await refused.text()).toMatch(/role="alert"[^>]*>This action was rejected before\./);
    const es = await ana.post(`${one}/approve`, {}, ES);
    expect(await es.text()).toMatch(/role="alert"[^>]*>Esto ya estaba decidido\./);
    expect(await traces()).toEqual([`ai.action.rejected person:${ana.personId}`]);
  });

  it.each([
    ["payload", '{"users":["root"]}', "This is not what was proposed", "No es lo que se propuso"],
    ["policy_version", 0, "The rules have changed since", "Las reglas cambiaron"],
  ])(
    "409 for approving an action whose %s has changed; it can still be rejected",
    async (column, value, en, es) => {
      const one = await propose();
      const set = env.DB.prepare(`UPDATE ai_actions SET ${column} = ? WHERE id = ?`);
      await set.bind(value, one.slice(list.length + 1)).run();
      const refused = await ana.post(`${one}/approve`);
      expect(refused.status).toBe(409);
      expect(await refused.text()).toContain(en);
      expect(await textOf(ana.post(`${one}/approve`, {}, ES))).toContain(es);
      expect((await ana.post(`${one}/reject`)).status).toBe(303);
    },
  );

  it("410 for approving an expired action, which is shown as expired and without an approve button", async () => {
    const one = await propose();
    const { request } = anApp({ now: () => Date.now() + DAY_MS });
    const fresh = await aVisitor("operator", [tenantId]);
    const headers = { cookie: fresh.cookie, "sec-fetch-site": "same-origin", ...ES };
    const seen = env.DB.prepare("UPDATE sessions SET seen_at = ? WHERE person_id = ?");
    await seen.bind(Date.now() + DAY_MS, fresh.personId).run();
    const own = env.DB.prepare("UPDATE ai_actions SET user_id = ? WHERE tenant_id = ?");
    await own.bind(`person:${fresh.personId}`, tenantId).run();
    const page = await (await request(one, { headers })).text();
    expect(page).toContain("caducada");
    expect(page).not.toContain(`action="${one}/approve"`);
    const sent = { method: "POST", headers, body: new URLSearchParams() };
    const refused = await request(`${one}/approve`, sent);
    expect(refused.status).toBe(410);
    expect(await refused.text()).toContain("El plazo ha terminado.");
  });
});

describe("who may decide on a proposed action", () => {
  it("403 for a colleague of the person it was proposed to, with the reason on the page", async () => {
    const one = await propose();
    const beto = await aVisitor("owner", [tenantId]);
    const page = await textOf(beto.get(one, ES));
    expect(page).toContain("Solo puede decidirlo la persona a quien se le propuso.");
    expect(page).not.toContain(`action="${one}/`);
    for (const decision of ["approve", "reject"]) {
      const refused = await beto.post(`${one}/${decision}`);
      expect(refused.status).toBe(403);
      expect(await refused.text()).toContain("Only the person it was proposed to");
    }
    expect(await stateOf(one)).toBe("proposed");
  });

  it("303 for an owner, if it was proposed to a service", async () => {
    const one = await propose({}, "");
    expect((await (await aVisitor("owner", [tenantId])).post(`${one}/approve`)).status).toBe(303);
    expect(await stateOf(one)).toBe("approved");
  });

  it("403 for the first person's approval if the tenant wants four eyes; a second person may approve", async () => {
    const change = { tenantId, fourEyes: true };
    const as = await aMember(tenantId);
    expect((await call("PATCH", "/ai/settings", { as, body: change })).status).toBe(200);
    const one = await propose();
    const own = await textOf(ana.get(one));
    expect(own).toContain("Somebody else than the person it was proposed to has to approve");
    expect(own).not.toContain(`action="${one}/approve"`);
    expect(own).toContain(`action="${one}/reject"`);
    expect((await ana.post(`${one}/approve`)).status).toBe(403);
    const beto = await aVisitor("operator", [tenantId]);
    expect((await beto.post(`${one}/approve`)).status).toBe(303);
    expect(await textOf(ana.get(one))).toContain("approved");
  });

  it("403 for an analyst who approves it, and for a viewer who opens it", async () => {
    const analyst = await aVisitor("analyst", [tenantId]);
    const one = await propose({}, analyst.personId);
    const page = await textOf(analyst.get(one));
    expect(page).toContain("eva@a.example");
    expect(page).not.toContain(`action="${one}/`);
    expect((await analyst.post(`${one}/approve`)).status).toBe(403);
    const viewer = await aVisitor("viewer", [tenantId]);
    expect((await viewer.get(list)).status).toBe(403);
    expect((await viewer.get(one)).status).toBe(403);
    expect(await stateOf(one)).toBe("proposed");
  });

  it("404 for an owner of another tenant, under either tenant's address", async () => {
    const one = await propose();
    const stranger = await aVisitor("owner", [await aTenant()]);
    const home = (await stranger.get("/portal")).headers.get("location") ?? "";
    const inOwn = one.replace(`/portal/t/${tenantId}`, home);
    for (const path of [one, inOwn]) {
      expect((await stranger.get(path)).status).toBe(404);
      expect((await stranger.post(`${path}/approve`)).status).toBe(404);
      expect((await stranger.post(`${path}/reject`)).status).toBe(404);
    }
    expect(await stateOf(one)).toBe("proposed");
  });
});

describe("an audit log line", () => {
  it("links a decision to its action", async () => {
    const one = await propose();
    await ana.post(`${one}/approve`);
    const log = await textOf(ana.get(`/portal/t/${tenantId}/audit`));
    expect(log).toContain(`<a href="${one}">`);
    expect(log).toContain("proposed action");
  });
});
