import { generateKeyPairSync } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fillFleet } from "../support/fill-fleet.ts";
import { makeCa } from "../support/make-csr.ts";
import { Product } from "../support/run-product.ts";
import { openReceiver, type Receiver } from "../support/webhook-receiver.ts";

const KILLS = 3;
/** At which moment within this time the runtime is killed is drawn by the seed. */
const WITHIN_MS = 1_500;
const AGENTS = 120;
const EVENTS = 30;
const NAMES = 3_000;
/** Longer than what is indexed within its request. */
const LONG_TEXT = "A word of a manual. ".repeat(26_000);
const PATIENCE = { timeout: 60_000, interval: 1_000 };

const seed = Number(process.env["KILL_SEED"] ?? Math.floor(Math.random() * 1e6));

/** The same numbers from 0 to 1 for the same seed. */
function drawing(from: number): () => number {
  let state = from;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

const SETTINGS = {
  ENVIRONMENT: "test",
  WEBHOOKS_ALLOW: "http://localhost:*",
  ENCRYPTION_ROOTS: JSON.stringify({ current: 1, roots: { 1: "A".repeat(43) } }),
  WEBHOOK_SIGNING_KEY: JSON.stringify({
    kid: "drill",
    ...generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" }),
  }),
  INDICATOR_HMAC_KEY: "test-indicator-key",
};

describe(`the runtime is killed ${KILLS} times while everything is under way (KILL_SEED=${seed})`, () => {
  let product: Product;
  let receiver: Receiver;

  /** Sends what a client would send again after no answer; a kill may end it at any moment. */
  async function begin(): Promise<void> {
    await product.minute();
    void giveOrder().catch(() => {});
    void loadFeed("two").catch(() => {});
    void sendDocument().catch(() => {});
  }

  beforeAll(async () => {
    const { keyPem, chainPem } = await makeCa();
    product = new Product({ caKey: keyPem, caChain: chainPem }, SETTINGS);
    await product.start();
    receiver = await openReceiver();
    const endpoint = { url: receiver.url, events: ["quota.threshold"] };
    await product.ask("POST", "/admin/tenants/e2e/webhooks", endpoint);
    await product.write(eventRows(Date.now() - 120_000));
    for (const sql of fillFleet(AGENTS, 1, Date.now())) await product.write(sql);
    const source = { id: "drill", title: "Drill", kind: "mixed", format: "domain-list" };
    const about = { category: "phishing", reliability: 0.9 };
    await product.ask("POST", "/admin/intel/sources", { ...source, ...about });
    await loadFeed("one");
    const draw = drawing(seed);
    for (let kills = 0; kills < KILLS; kills += 1) {
      await begin();
      await sleep(draw() * WITHIN_MS);
      await product.kill();
      await product.start();
    }
    await begin();
  });

  afterAll(async () => {
    await product?.[Symbol.asyncDispose]();
    await receiver?.[Symbol.asyncDispose]();
  });

  async function loadFeed(edition: "one" | "two"): Promise<void> {
    const body = Array.from({ length: NAMES }, (_, at) => `${edition}-${at}.test`).join("\n");
    const headers = { authorization: `Bearer ${product.operatorToken}` };
    const path = "/admin/intel/sources/drill/feed?mayShrink=true";
    const answer = await fetch(product.url + path, { method: "PUT", headers, body });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  }

  /** The key makes it one order, however often it is given. */
  async function giveOrder(): Promise<{ id: string }> {
    const selection = { action: "deregister", tenantId: "tenant-0", filter: {} };
    const headers = {
      authorization: `Bearer ${product.operatorToken}`,
      "content-type": "application/json",
      "idempotency-key": "drill",
    };
    const body = JSON.stringify({ ...selection, expected: AGENTS });
    const path = "/admin/fleet/bulk-orders";
    const answer = await fetch(product.url + path, { method: "POST", headers, body });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { id: string };
  }

  async function sendDocument(): Promise<void> {
    const body = { tenantId: "e2e", title: "Manual", source: "wiki", text: LONG_TEXT };
    await product.ask("PUT", "/ai/documents/manual", body);
  }

  const isListed = async (name: string) => {
    const path = `/admin/intel/explain?value=${name}`;
    const { verdict } = await product.ask<{ verdict: { found: boolean } }>("GET", path);
    return verdict.found;
  };

  it("a bulk order ends, and has called each agent once", async () => {
    const { id } = await giveOrder();
    const shown = async () => {
      await product.minute();
      return product.ask("GET", `/admin/fleet/bulk-orders/${id}`);
    };
    const whole = { state: "done", done: 0, gone: AGENTS, failed: 0, waiting: 0 };
    await expect.poll(shown, PATIENCE).toMatchObject(whole);
    expect(await product.ask("GET", "/agents?tenant=tenant-0")).toMatchObject({ total: 0 });
    const lines = "/admin/audit?tenantId=tenant-0&action=agent.deregistered";
    expect(await product.ask("GET", lines)).toMatchObject({ total: AGENTS });
  });

  it("a feed is in its old edition or whole in its new one, and the next load brings the new one", async () => {
    const names = ["one-0.test", "two-0.test", `two-${NAMES - 1}.test`];
    const listed = async () => (await Promise.all(names.map(isListed))).join();
    // A load that is under way may be done between the three look-ups.
    await expect.poll(listed, PATIENCE).toMatch(/^(?:true,false,false|false,true,true)$/);
    await loadFeed("two");
    expect(await isListed("two-0.test")).toBe(true);
    expect(await isListed(`two-${NAMES - 1}.test`)).toBe(true);
  });

  it("every webhook arrives, with one and the same body", async () => {
    const bodies = async () => {
      await product.minute();
      const pairs = receiver.received.map(
        ({ headers, body }) => `${String(headers["webhook-id"])} ${body}`,
      );
      return new Set(pairs).size;
    };
    await expect.poll(bodies, PATIENCE).toBe(EVENTS);
    const ids = new Set(receiver.received.map(({ headers }) => headers["webhook-id"]));
    expect(ids.size).toBe(EVENTS);
  });

  it("a long document that is sent again after no answer is indexed, as one version", async () => {
    await sendDocument();
    const shown = () => product.ask("GET", "/ai/documents/manual?tenantId=e2e");
    await expect.poll(shown, PATIENCE).toMatchObject({ status: "indexed", version: 1 });
    const list = await product.ask<{ items: unknown[] }>("GET", "/ai/documents?tenantId=e2e");
    expect(list.items.filter((item) => JSON.stringify(item).includes("Manual"))).toHaveLength(1);
  });
});

/** Events that nobody has handed on yet, as if their Worker had died. */
function eventRows(createdAt: number): string {
  const rows = Array.from(
    { length: EVENTS },
    (_, at) => `('drill-${at}', 'e2e', 'quota.threshold', '{"percent":${at}}', ${createdAt}, null)`,
  );
  const columns = "id, tenant_id, type, data, created_at, dispatched_at";
  return `INSERT INTO tenant_events (${columns}) VALUES ${rows.join(", ")}`;
}
