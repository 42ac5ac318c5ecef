import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { call } from "../../support/call.ts";
import { CODE, DULL, anInspector, inspectAs, layer } from "../../support/inspection.ts";
import { aName, anotherIsolate, aSource, upload, type Caller } from "../../support/intel.ts";
import { aMember } from "../../support/people.ts";

async function enter({ tenantId }: Caller, action: string, value: string): Promise<void> {
  const path = `/admin/tenants/${tenantId}/intel/entries`;
  const as = await aMember(tenantId);
  expect((await call("POST", path, { as, body: { action, value } })).status).toBe(201);
}

async function listed(value: string, more: object = {}): Promise<string> {
  const source = await aSource({ reliability: 0.95, ...more });
  expect((await upload(source, `${value}\n`)).status).toBe(200);
  return source;
}

describe("layer L2 of an inspection", () => {
  // Without any feed the layer is unavailable.
  beforeAll(async () => {
    await listed(aName());
  });

  it.each<[string, (name: string) => object]>([
    ["a link", (name) => ({ body: `${DULL.body} https://${name}/acta?id=1` })],
    ["a defanged link", (name) => ({ body: `${DULL.body} hxxps://${name.replace(".", "[.]")}/` })],
    [
      "a wrapped link",
      (name) => ({ body: `${DULL.body} https://www.google.com/url?q=https%3A%2F%2F${name}%2F` }),
    ],
    [
      "a hidden link",
      (name) => ({ body: `<p>${DULL.body} <a href="https://${name}/">el acta</a></p>` }),
    ],
    [
      "a link that is too long for a look-up",
      (name) => ({ body: `${DULL.body} https://${name}/acta?id=${"1".repeat(2_048)}` }),
    ],
    [
      "a link with a user name that is too long for a look-up",
      (name) => ({
        body: `<p>${DULL.body} <a href="https://${"1".repeat(2_048)}@${name}/">el acta</a></p>`,
      }),
    ],
    [
      "a link before a full stop that may join it to the next word",
      (name) => ({ body: `${DULL.body} https://${name} . Com carinho` }),
    ],
    ["a mail address", (name) => ({ body: `${DULL.body} Responde a juan@${name}` })],
    ["the sender", (name) => ({ sender: `Marta <marta@${name}>` })],
    ["the subject", (name) => ({ subject: `https://${name}/` })],
  ])("finds a domain known as malicious in %s", async (_case, more) => {
    const name = aName();
    const caller = await anInspector();
    const message = { ...DULL, ...more(name) };
    const before = await inspectAs(caller, message);
    expect(layer(before, "L2")).toMatchObject({ score: 0, signals: [] });
    await listed(name);
    const after = await inspectAs(caller, message);
    expect(after.verdict).toBe("phishing");
    expect(after.score).toBeGreaterThanOrEqual(Math.max(before.score, 80));
    expect(layer(after, "L2").score).toBeGreaterThanOrEqual(80);
    expect(layer(after, "L2").signals.join()).toMatch(/_malicious:/);
  });

  it("finds a listed name that is no link because a sentence may begin at its ending", async () => {
    const label = crypto.randomUUID().replace(/[\d-]/g, "").padEnd(12, "xqzwkv");
    await listed(`${label}.online`);
    const body = `${DULL.body} Entra en ${label}.Online ahora`;
    const read = await inspectAs(await anInspector(), { ...DULL, body });
    expect(read).toMatchObject({ verdict: "phishing", urls: [] });
    expect(layer(read, "L2").signals.join()).toContain(`_malicious:${label}.online`);
  });

  it("scores 95 or more for a listed IP address and for a listed host", async () => {
    const caller = await anInspector();
    const address = `45.${[1, 2, 3].map(() => Math.floor(Math.random() * 250) + 1).join(".")}`;
    await listed(address, { kind: "ip", format: "ip-list", category: "c2" });
    const body = `${DULL.body} Servidores: 8.8.8.8, ${address}.`;
    const read = await inspectAs(caller, { ...DULL, body });
    expect(layer(read, "L2").score).toBeGreaterThanOrEqual(95);
    expect(layer(read, "L2").signals).toContain(`ip_malicious:${address}`);
    const name = aName();
    await listed(name);
    const link = await inspectAs(caller, { ...CODE, body: `${CODE.body} https://${name}/` });
    expect(layer(link, "L2").score).toBeGreaterThanOrEqual(95);
    expect(link.score).toBeGreaterThanOrEqual(95);
  });

  it("follows the tenant's own lists rather than any source", async () => {
    const name = aName();
    await listed(name);
    const caller = await anInspector();
    const message = { ...DULL, body: `${DULL.body} https://${name}/` };
    await enter(caller, "allow", name);
    const allowed = await inspectAs(caller, message);
    expect(layer(allowed, "L2")).toMatchObject({
      score: 0,
      signals: [`tenant_allowed:https://${name}/`],
    });
    const other = aName();
    await enter(caller, "deny", other);
    const denied = await inspectAs(caller, { ...DULL, body: `${DULL.body} https://${other}/` });
    expect(denied.score).toBe(100);
    expect(layer(denied, "L2").signals).toEqual([`tenant_denied:https://${other}/`]);
    const stranger = await inspectAs(await anInspector(), {
      ...DULL,
      body: `${DULL.body} https://${other}/`,
    });
    expect(layer(stranger, "L2")).toMatchObject({ score: 0, signals: [] });
  });

  it("flags a denied sender; clears an allowed sender's words, but not a malicious link", async () => {
    const caller = await anInspector();
    await enter(caller, "deny", "vecinos.example");
    const denied = await inspectAs(caller, DULL);
    expect(denied.score).toBe(100);
    expect(layer(denied, "L1").signals).toContain("sender_denied");
    const friend = { ...DULL, sender: "juan@amigos.example" };
    const loud = {
      ...friend,
      subject: "URGENTE: su cuenta ha sido bloqueada",
      body: "BBVA: su cuenta ha sido bloqueada, verifique sus datos en http://bbva-verifica.top/es",
    };
    expect((await inspectAs(caller, loud)).verdict).not.toBe("clean");
    await enter(caller, "allow", "juan@amigos.example");
    const allowed = await inspectAs(caller, loud);
    expect(allowed.verdict).toBe("clean");
    expect(layer(allowed, "L1").signals).toContain("sender_allowed");
    // The limit of a sender counts characters, and each of these has a string length of two.
    const decorated = { ...loud, sender: `${"🙂".repeat(298)} <${friend.sender}>` };
    expect(decorated.sender).toHaveLength(2 * 298 + 22);
    expect((await inspectAs(caller, decorated)).verdict).toBe("clean");
    const name = aName();
    await listed(name);
    const hijacked = await inspectAs(caller, { ...loud, body: `https://${name}/` });
    expect(hijacked.verdict).toBe("phishing");
  });

  it("flags a denied address, however badly the sender writes it", async () => {
    const caller = await anInspector();
    await enter(caller, "deny", "marta@vecinos.example");
    for (const sender of [
      "Marta < marta@vecinos.example >",
      "Marta <marta@vecinos.example>;",
      '"marta"@vecinos.example',
    ])
      expect(await inspectAs(caller, { ...DULL, sender }), sender).toMatchObject({ score: 100 });
  });

  it("follows the most specific list entry for a sender", async () => {
    const caller = await anInspector();
    const name = aName();
    await enter(caller, "deny", name);
    await enter(caller, "allow", `socia@${name}`);
    const allowed = await inspectAs(caller, { ...DULL, sender: `Socia <socia@${name}>` });
    expect(allowed.verdict).toBe("clean");
    expect(layer(allowed, "L2")).toMatchObject({
      score: 0,
      signals: [`tenant_allowed:socia@${name}`],
    });
    const other = await inspectAs(caller, { ...DULL, sender: `otra@${name}` });
    expect(other.score).toBe(100);
    const known = aName();
    await listed(known);
    await enter(caller, "allow", `socia@${known}`);
    const beats = await inspectAs(caller, { ...DULL, sender: `socia@${known}` });
    expect(beats.verdict).toBe("clean");
  });

  it("is unavailable if the index cannot be read; the other layers still score", async () => {
    const caller = await anInspector();
    const broken = anotherIsolate(
      {},
      {
        get: (() => Promise.reject(new Error("R2 is down"))) as unknown as R2Bucket["get"],
      },
    );
    const name = aName();
    await listed(name);
    const message = { ...DULL, body: `${DULL.body} https://${name}/` };
    const read = await inspectAs(caller, message, {}, broken);
    expect(layer(read, "L2")).toEqual({ layer: "L2", score: 0, signals: ["unavailable"] });
    expect(layer(read, "L1").signals).not.toContain("unavailable");
    expect(layer(read, "L3").score).toBe(layer(await inspectAs(caller, message), "L3").score);
  });

  it("is unavailable if the tenant's own lists cannot be read", async () => {
    const caller = await anInspector();
    const prepare = (query: string) => {
      if (query.includes("intel_entries")) throw new Error("D1 is down");
      return env.DB.prepare(query);
    };
    const batch = env.DB.batch.bind(env.DB);
    const db = { prepare, batch } as unknown as D1Database;
    // Lists are remembered by tenant, and none is remembered for this new tenant.
    const isolate = anotherIsolate({}, {}, { DB: db });
    const read = await inspectAs(caller, DULL, {}, isolate);
    expect(layer(read, "L2").signals).toEqual(["unavailable"]);
  });

  it("still scores a message with a malicious link behind 300 other links", async () => {
    const name = aName();
    await listed(name);
    const caller = await anInspector();
    const many = Array.from({ length: 300 }, (_, at) => `https://host${at}.example/`).join("\n");
    const read = await inspectAs(caller, { ...DULL, body: `${many}\nhttps://${name}/` });
    expect(layer(read, "L2").signals.join()).toMatch(/too_many_names:/);
    expect(layer(read, "L2").score).toBeGreaterThan(0);
    const first = await inspectAs(caller, { ...DULL, body: `https://${name}/\n${many}` });
    expect(first.verdict).toBe("phishing");
  });

  it("gives layer L1 the shorteners and disposable mailboxes of the feeds", async () => {
    const [short, mail] = [aName(), aName()];
    await listed(short, { format: "domain-list", category: "shortener" });
    await listed(mail, { format: "domain-list", category: "disposable-email" });
    const caller = await anInspector();
    const read = await inspectAs(caller, {
      ...DULL,
      sender: `a@${mail}`,
      body: `${DULL.body} https://${short}/x`,
    });
    expect(layer(read, "L1").signals).toEqual(
      expect.arrayContaining([`sender_disposable:${mail}`, `url_shortener:${short}`]),
    );
  });
});
