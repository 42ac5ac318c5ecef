import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { HOUR_MS } from "../../src/platform/index.ts";
import { readUsage } from "../../src/tenants/usage/read-usage.ts";
import { fanOut } from "../../src/webhooks/fan-out.ts";
import type { WebhookEndpoint } from "../../src/webhooks/delivery/endpoint-object.ts";
import { anAgent } from "../support/agent.ts";
import { anApp } from "../support/app.ts";
import { call } from "../support/call.ts";
import { anOperator, aTenant } from "../support/people.ts";
import { aVisitor, type Visitor } from "../support/visitor.ts";

const LURE = {
  channel: "sms",
  sender: "+34600000000",
  subject: "",
  body: "BBVA: su cuenta ha sido bloqueada. Verifique sus datos ahora en http://bbva-verifica.example/login",
};
/** The override in it turns the text after it around. */
const TURNED = "Ana \u202enimda";

async function anOwner() {
  const tenantId = await aTenant();
  return { tenantId, ana: await aVisitor("owner", [tenantId]), base: `/portal/t/${tenantId}` };
}

async function read(who: Visitor, path: string): Promise<string> {
  const answer = await who.get(path);
  expect(answer.status).toBe(200);
  return answer.text();
}

async function inspected({ ana, base }: Awaited<ReturnType<typeof anOwner>>, body = LURE.body) {
  const page = await (await ana.post(`${base}/try/antispam`, { ...LURE, body })).text();
  return /inspections\/(insp_[0-9a-f-]+)"/.exec(page)?.[1] ?? "";
}

async function anEndpoint(tenantId: string, path: string, status = 200) {
  const as = await anOperator();
  const url = `http://localhost:9/${path}`;
  const body = { url, events: ["inspection.flagged"] };
  const made = await call("POST", `/admin/tenants/${tenantId}/webhooks`, { as, body });
  const { id } = await made.json<{ id: string }>();
  const stub = env.WEBHOOK_ENDPOINT.get(env.WEBHOOK_ENDPOINT.idFromName(id));
  await runInDurableObject(stub, (object: WebhookEndpoint) => {
    object.fetcher = () => Promise.resolve(new Response("ok", { status }));
  });
  return { id, url };
}

describe("an inspection and its webhook deliveries", () => {
  it("link to each other", async () => {
    const owner = await anOwner();
    const { tenantId, ana, base } = owner;
    const { id, url } = await anEndpoint(tenantId, "told");
    const inspectionId = await inspected(owner);
    await fanOut(env, [`evt_${inspectionId}`], Date.now());
    await anEndpoint(tenantId, "too-late");
    const page = await read(ana, `${base}/inspections/${inspectionId}`);
    const delivery = `${base}/webhooks/${id}/deliveries/evt_${inspectionId}`;
    expect(page).toContain(`<a href="${delivery}">${url}</a>`);
    expect(page).not.toContain("too-late");
    const sent = await read(ana, delivery);
    expect(sent).toContain(`<a href="${base}/inspections/${inspectionId}">`);
  });

  it("are a dash on a flagged inspection without a delivery, and left out on a clean one", async () => {
    const owner = await anOwner();
    const flagged = await inspected(owner);
    expect(await read(owner.ana, `${owner.base}/inspections/${flagged}`)).toContain(
      "<dt>Webhooks</dt><dd>–</dd>",
    );
    const clean = await inspected(owner, "See you at eight, then.");
    expect(await read(owner.ana, `${owner.base}/inspections/${clean}`)).not.toContain(
      "<dt>Webhooks</dt>",
    );
  });
});

describe("a delivery that waits", () => {
  it("says that its endpoint fails and when the next attempt is, and names none that is past", async () => {
    const owner = await anOwner();
    const { ana, base } = owner;
    const { id } = await anEndpoint(owner.tenantId, "down", 503);
    const inspectionId = await inspected(owner);
    await fanOut(env, [`evt_${inspectionId}`], Date.now());
    const path = `${base}/webhooks/${id}/deliveries/evt_${inspectionId}`;
    await expect.poll(() => read(ana, path)).toContain("Nothing has come through since");
    const timesOf = (page: string) =>
      (/id="attempts"[^]*?<tbody>([^]*?)<\/tbody>/.exec(page)?.[1]?.match(/<time/g) ?? []).length;
    expect(timesOf(await read(ana, path))).toBe(2);
    const later = anApp({ now: () => Date.now() + HOUR_MS });
    const headers = { cookie: ana.cookie, "accept-language": "en" };
    expect(timesOf(await (await later.request(path, { headers })).text())).toBe(1);
  });
});

describe("figures in the portal", () => {
  it("of a key link to it by its isolated name; those tried in the portal have no link", async () => {
    const owner = await anOwner();
    const { tenantId, ana, base } = owner;
    const as = await anOperator();
    const body = { name: TURNED, scopes: ["urlsearch"] };
    const made = await call("POST", `/admin/tenants/${tenantId}/api-keys`, { as, body });
    const { id, key } = await made.json<{ id: string; key: string }>();
    const headers = { "x-tenant-id": tenantId, "x-api-key": key };
    const asked = () => call("GET", "/api/v1/urlsearch?value=example.com", { headers });
    await expect
      .poll(
        async () => {
          expect((await asked()).status).toBe(200);
          return (await readUsage(env, tenantId, Date.now())).rows.length;
        },
        { timeout: 25_000, interval: 500 },
      )
      .toBeGreaterThan(0);
    await inspected(owner);
    const page = await read(ana, `${base}/usage`);
    expect(page).toContain(`<a href="${base}/keys/${id}">\u2068Ana nimda\u2069</a>`);
    expect(page).toContain('<th scope="row">Tried in the portal</th>');
    expect(page).toMatch(/<p>\d+ of 500,000 units used<\/p>/);
    // A few of so many units would be less than a pixel, and have to be visible all the same.
    expect(page).toContain('<rect class="bar " width="14"');
  });

  it("say within which time they are complete, and in which time zone days are", async () => {
    const { ana, base } = await anOwner();
    for (const path of [base, `${base}/usage`]) {
      const page = await read(ana, path);
      expect(page).toContain("Calls count here within 15 seconds. Days and months are in UTC.");
    }
  });

  it("of the overview link to the things that they count", async () => {
    const { ana, base } = await anOwner();
    const page = await read(ana, base);
    expect(page).toContain(`<dt>Calls today</dt><dd><a href="${base}/usage">0</a></dd>`);
    const [today] = new Date().toISOString().split("T");
    const flagged = `${base}/inspections?verdict=flagged&amp;from=${today}T00:00`;
    expect(page).toContain(`<dt>Flagged today</dt><dd><a href="${flagged}">0</a></dd>`);
    expect(page).toContain(`<dt>API keys</dt><dd><a href="${base}/keys">0</a></dd>`);
  });
});

describe("the list of all agents", () => {
  it("links each agent to its tenant", async () => {
    const { tenantId } = await anAgent();
    const operator = await aVisitor("owner");
    const link = `<a href="/portal/t/${tenantId}">${tenantId}</a>`;
    expect(await read(operator, `/portal/fleet/collectors?tenant=${tenantId}`)).toContain(link);
  });
});

describe("a dead letter", () => {
  it("links to the agent that sent it and to its tenant, and shows what arrived", async () => {
    const { tenantId, id: agentId } = await anAgent();
    const put =
      "insert into dead_events (id, tenant_id, agent_id, reason, body, failed_at) values (?, ?, ?, ?, ?, ?)";
    const row = [
      crypto.randomUUID(),
      tenantId,
      agentId,
      "archive_failed",
      '{"kind":"<b>"}',
      Date.now(),
    ];
    await env.DB.prepare(put)
      .bind(...row)
      .run();
    const page = await read(await aVisitor("owner"), `/portal/dead-letters?tenant=${tenantId}`);
    const base = `/portal/t/${tenantId}`;
    expect(page).toContain(`<td><a href="${base}/collectors/${agentId}">${agentId}</a></td>`);
    expect(page).toContain(`<td><a href="${base}">${tenantId}</a></td>`);
    expect(page).toContain("{&quot;kind&quot;:&quot;&lt;b&gt;&quot;}</pre>");
  });
});

describe("a member of more tenants than a page shows", () => {
  it("finds the last one on the second page", async () => {
    const ids = (await Promise.all(Array.from({ length: 51 }, () => aTenant()))).toSorted();
    const ana = await aVisitor("viewer", ids);
    const first = await read(ana, "/portal");
    expect(first).toContain('<a rel="next" href="/portal?page=2">');
    expect(first).not.toContain(`/portal/t/${ids.at(-1)}"`);
    expect(await read(ana, "/portal?page=2")).toContain(`/portal/t/${ids.at(-1)}"`);
  });
});
