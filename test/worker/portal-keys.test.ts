import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { TenantGate } from "../../src/tenants/gate/gate-object.ts";
import { call } from "../support/call.ts";
import { copyableOf } from "../support/dialogue.ts";
import { gatedApp } from "../support/gated-app.ts";
import { anOperator, aTenant } from "../support/people.ts";
import { aVisitor } from "../support/visitor.ts";

const FIELDS: [string, string][] = [
  ["name", "mail gateway"],
  ["scopes", "urlsearch"],
  ["scopes", "antispam"],
];

async function anOwner() {
  const tenantId = await aTenant();
  const ana = await aVisitor("owner", [tenantId]);
  return { tenantId, ana, path: `/portal/t/${tenantId}/keys` };
}

describe("POST /portal/t/{tenantId}/keys/new", () => {
  it("201 shows a working key on that page only, and puts it in no address and no cookie", async () => {
    const { tenantId, ana, path } = await anOwner();
    const made = await ana.post(`${path}/new`, FIELDS);
    expect(made.status).toBe(201);
    expect(made.headers.get("location")).toBeNull();
    expect(made.headers.get("set-cookie")).toBeNull();
    expect(made.headers.get("cache-control")).toBe("no-store");
    const key = await copyableOf(made);
    expect(key).toMatch(/^rmp_live_/);
    expect((await gatedApp().ask(tenantId, key)).status).toBe(200);
    const list = await (await ana.get(path)).text();
    expect(list).toContain("mail gateway");
    expect(list).toContain("Web addresses, Messages");
    expect(list).not.toContain(key);
  });

  it.each([
    ["urlsearch", "/api/v1/urlsearch?value=example.com"],
    ["ipsearch", "/api/v1/ipsearch?value="],
    ["dnssearch", "/api/v1/dnssearch?value="],
    ["darkweb", "/api/v1/darkweb?value="],
    ["antispam", "/api/v1/antispam"],
  ])("shows a curl command that a key with the scope %s may call", async (scope, said) => {
    const { ana, path } = await anOwner();
    const made = await ana.post(`${path}/new`, { name: "x", scopes: scope });
    expect(await made.text()).toContain(`curl &quot;http://rampart.test${said}`);
  });

  it.each([
    ["no name", [["scopes", "urlsearch"]]],
    ["no scope", [["name", "x"]]],
    [
      "an unknown scope",
      [
        ["name", "x"],
        ["scopes", "everything"],
      ],
    ],
    ["an expiry in the past", [...FIELDS, ["expiresAt", "2020-01-01T00:00"]]],
    ["an allowed address that is none", [...FIELDS, ["allowedAddresses", "10.0.0.1\nnot one"]]],
  ] as [string, [string, string][]][])(
    "400 with %s, and the typed values are kept",
    async (_why, fields) => {
      const { ana, path } = await anOwner();
      const answer = await ana.post(`${path}/new`, [...fields, ["note", "stays & is <safe>"]]);
      expect(answer.status).toBe(400);
      const text = await answer.text();
      expect(text).toContain('role="alert"');
      expect(text).toContain('aria-invalid="true"');
      expect(text).toContain("stays &amp; is &lt;safe&gt;");
      expect(await (await ana.get(path)).text()).toContain("There is no API key yet");
    },
  );
});

async function aKey(known?: Awaited<ReturnType<typeof anOwner>>) {
  const owner = known ?? (await anOwner());
  const key = await copyableOf(await owner.ana.post(`${owner.path}/new`, FIELDS));
  const id = key.slice("rmp_live_".length, "rmp_live_".length + 10);
  return { ...owner, key, one: `${owner.path}/${id}` };
}

describe("an API key in the portal", () => {
  it("is changed, disabled and enabled by forms", async () => {
    const { tenantId, ana, key, one } = await aKey();
    const form = await (await ana.get(`${one}/edit`)).text();
    expect(form).toMatch(/value="antispam" checked/);
    const fields: [string, string][] = [
      ["name", "renamed"],
      ["scopes", "antispam"],
      ["allowedAddresses", "10.1.0.0/16"],
    ];
    const saved = await ana.post(`${one}/edit`, fields);
    expect(saved.status).toBe(303);
    const page = await (await ana.get(one)).text();
    expect(page).toContain("renamed");
    expect(page).toContain("10.1.0.0/16");
    expect((await ana.post(`${one}/edit`, [["name", ""]])).status).toBe(400);

    await ana.post(`${one}/edit`, FIELDS);
    expect((await ana.post(`${one}/disable`)).status).toBe(303);
    expect((await gatedApp().ask(tenantId, key)).status).toBe(401);
    await ana.post(`${one}/enable`);
    expect((await gatedApp().ask(tenantId, key)).status).toBe(200);
  });

  it("keeps its expiry to the millisecond when its form is saved, even after it has expired", async () => {
    const { ana, key, one } = await aKey();
    const id = key.slice("rmp_live_".length, "rmp_live_".length + 10);
    const column = "select expires_at from api_keys where id = ?";
    for (const away of [90_061_001, -90_061_001]) {
      const expiresAt = Date.now() + away;
      const set = env.DB.prepare("update api_keys set expires_at = ? where id = ?");
      await set.bind(expiresAt, id).run();
      const form = await (await ana.get(`${one}/edit`)).text();
      const [field = ""] = /<input id="expiresAt"[^>]*>/.exec(form) ?? [];
      const [, shown = ""] = /value="([^"]+)"/.exec(field) ?? [];
      expect(shown).toBe(new Date(expiresAt).toISOString().slice(0, 16));
      const saved = await ana.post(`${one}/edit`, [...FIELDS, ["expiresAt", shown]]);
      expect(saved.status).toBe(303);
      expect(await env.DB.prepare(column).bind(id).first("expires_at")).toBe(expiresAt);
    }
  });

  it("has a monthly cap of its own while one is set", async () => {
    const { tenantId, ana, key, one } = await aKey();
    expect((await ana.post(`${one}/edit`, [...FIELDS, ["monthlyCap", "1"]])).status).toBe(303);
    const { ask } = gatedApp();
    expect((await ask(tenantId, key)).status).toBe(200);
    expect((await ask(tenantId, key)).status).toBe(429);
    expect(await (await ana.get(`${one}/edit`)).text()).toMatch(/id="monthlyCap"[^>]* value="1"/);
    await ana.post(`${one}/edit`, FIELDS);
    expect(await (await ana.get(one)).text()).toContain("as many as the quota has");
    expect((await gatedApp().ask(tenantId, key)).status).toBe(200);
    expect((await ana.post(`${one}/edit`, [...FIELDS, ["monthlyCap", "0"]])).status).toBe(400);
  });

  it("takes a note of several lines up to the length that its field allows", async () => {
    const { ana, path } = await anOwner();
    const note = `${"x".repeat(250)}\r\n${"y".repeat(249)}`;
    expect((await ana.post(`${path}/new`, [...FIELDS, ["note", note]])).status).toBe(201);
    const longer = await ana.post(`${path}/new`, [...FIELDS, ["note", `${note}z`]]);
    expect(longer.status).toBe(400);
  });

  it("is rotated: the new key works, and the old key during its grace; 409 for a second rotation", async () => {
    const { tenantId, ana, key, one } = await aKey();
    expect((await ana.post(`${one}/rotate`, { graceSeconds: "-1" })).status).toBe(400);
    const made = await ana.post(`${one}/rotate`, { graceSeconds: "3600" });
    expect(made.status).toBe(201);
    const next = await copyableOf(made);
    expect(next).not.toBe(key);
    expect((await gatedApp().ask(tenantId, next)).status).toBe(200);
    expect((await gatedApp().ask(tenantId, key)).status).toBe(200);
    const again = await ana.post(`${one}/rotate`, { graceSeconds: "0" });
    expect(again.status).toBe(409);
    expect(await again.text()).toContain("replaced before");
  });

  it("is not offered for rotation again once it has been replaced", async () => {
    const { ana, one } = await aKey();
    await ana.post(`${one}/rotate`, { graceSeconds: "0" });
    expect((await ana.get(`${one}/rotate`)).headers.get("location")).toBe(one);
    const again = await (await ana.post(`${one}/rotate`, { graceSeconds: "0" })).text();
    expect(again).toContain("replaced before");
    expect(again).not.toContain("The old one goes on working");
  });

  it("links to the key that replaced it until that key is deleted", async () => {
    const { ana, one } = await aKey();
    await ana.post(`${one}/rotate`, { graceSeconds: "3600" });
    const link = /<a href="([^"]+\/keys\/\w+)">\w+<\/a>/;
    const [, next = ""] = link.exec(await (await ana.get(one)).text()) ?? [];
    expect((await ana.post(`${next}/delete`)).status).toBe(303);
    const page = await (await ana.get(one)).text();
    expect(page).toContain("Replaced by");
    expect(page).not.toContain(next);
  });

  it("409 for rotating a disabled key, with the reason", async () => {
    const { ana, one } = await aKey();
    await ana.post(`${one}/disable`);
    const refused = await ana.post(`${one}/rotate`, { graceSeconds: "3600" });
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain("This key is disabled; enable it");
  });

  it("is deleted for good after a confirmation page", async () => {
    const { tenantId, ana, key, path, one } = await aKey();
    expect(await (await ana.get(`${one}/delete`)).text()).toContain("Delete “mail gateway”");
    expect((await ana.post(`${one}/delete`)).headers.get("location")).toBe(path);
    expect((await ana.get(one)).status).toBe(404);
    expect((await gatedApp().ask(tenantId, key)).status).toBe(401);
  });

  it("404 under another tenant that the same reader may see", async () => {
    const { one, tenantId } = await aKey();
    const operator = await aVisitor("owner");
    expect((await operator.get(one)).status).toBe(200);
    const elsewhere = one.replace(tenantId, await aTenant());
    expect((await operator.get(elsewhere)).status).toBe(404);
    expect((await operator.post(`${elsewhere}/disable`)).status).toBe(404);
  });
});

describe("usage of API keys in the portal", () => {
  it("is shown on the overview, the key's page and the usage page, and downloads as CSV", async () => {
    const { tenantId, ana, key, one, path } = await aKey();
    const unused = await aKey({ tenantId, ana, path });
    let now = Date.now();
    const { ask } = gatedApp({ now: () => now });
    for (let call = 0; call < 3; call += 1) expect((await ask(tenantId, key)).status).toBe(200);
    // One lease later the isolate has reported what it spent.
    now += 16_000;
    expect((await ask(tenantId, key)).status).toBe(200);
    const page = await ana.get(`/portal/t/${tenantId}/usage`);
    expect(page.status).toBe(200);
    const text = await page.text();
    expect(text).toContain("<svg");
    expect(text).toContain("By module");
    expect(text).toMatch(/<dt>Remaining<\/dt><dd>499,997</);
    expect(text).toMatch(/<dt>Cost per message<\/dt><dd>–.*no messages inspected yet/);
    expect(text).toMatch(/<dt>Price of a unit<\/dt><dd>€0.*what one more unit costs/);
    const used = await (await ana.get(one)).text();
    expect(used).toContain("<dd>3</dd>");
    expect(used).toContain('<svg class="chart"');
    expect(used).toMatch(/<th scope="row">\p{L}+ \d+<\/th><td class="number">3<\/td>/u);
    // Another key of the tenant had no part in it.
    expect(await (await ana.get(unused.one)).text()).not.toContain("<svg");
    const shapes = (await (await ana.get(path)).text()).match(/<svg class="spark"[^>]*>/g);
    expect(shapes).toEqual([expect.stringContaining('aria-label="Calls by day: on one day"')]);
    expect(await (await ana.get(`/portal/t/${tenantId}`)).text()).toContain("3 of ");
    const csv = await ana.get(`/portal/t/${tenantId}/usage.csv`);
    expect(csv.headers.get("content-type")).toContain("text/csv");
    expect(csv.headers.get("content-disposition")).toContain(`usage-${tenantId}-`);
    expect(await csv.text()).toMatch(/^day,module,key/);
    for (const name of [
      "strict-transport-security",
      "referrer-policy",
      "cross-origin-opener-policy",
      "cross-origin-resource-policy",
    ]) {
      expect(csv.headers.get(name), name).toBe(page.headers.get(name));
    }
    expect(csv.headers.get("cache-control")).toBe("no-store");
  });

  it("shows the units set aside for calls not reported yet beside what remains", async () => {
    const { tenantId, ana, key } = await aKey();
    await gatedApp().ask(tenantId, key);
    const pages = ["", "/usage"].map((page) => `/portal/t/${tenantId}${page}`);
    const texts = () => Promise.all(pages.map(async (path) => (await ana.get(path)).text()));
    for (const text of await texts()) expect(text).not.toContain("set aside");
    // The isolate falls silent: the units that it holds count as used, though it reported none.
    const { TENANT_GATE } = env;
    const stub = TENANT_GATE.get(TENANT_GATE.idFromName(tenantId));
    await runInDurableObject(stub, (gate: TenantGate) => {
      gate.clock = () => Date.now() + 60_000;
    });
    for (const text of await texts()) {
      expect(text).toMatch(/[\d,]+ set aside for calls not reported yet: they count, at no cost/);
    }
  });

  it.each([
    [1000, [], []],
    [19, [], []],
    [
      18,
      ["The threshold of 50% is reached: 50% of the quota of this month is used."],
      ["Se alcanzó el umbral del 50 %: está usado el 50 % de la cuota de este mes."],
    ],
    [
      11,
      ["The threshold of 80% is reached: 81.8% of the quota of this month is used."],
      ["Se alcanzó el umbral del 80 %: está usado el 81,8 % de la cuota de este mes."],
    ],
    [
      9,
      ["The quota of this month is used up (100%)"],
      ["La cuota de este mes está agotada (100 %)"],
    ],
  ])(
    "shows which threshold of a quota of %d is reached after 9 calls",
    async (monthlyQuota, english, spanish) => {
      const { tenantId, ana, key } = await aKey();
      const body = { monthlyQuota };
      await call("PATCH", `/admin/tenants/${tenantId}`, { as: await anOperator(), body });
      let now = Date.now();
      const { ask } = gatedApp({ now: () => now });
      for (let calls = 0; calls < 9; calls += 1) await ask(tenantId, key);
      // One lease later the isolate has reported what it spent.
      now += 16_000;
      await ask(tenantId, key);
      const said =
        /The threshold of [^<]*|The quota of this month is used up[^<:]*|Se alcanzó [^<]*|La cuota de este mes está agotada[^<:]*/g;
      for (const page of ["", "/usage"]) {
        const path = `/portal/t/${tenantId}${page}`;
        const text = await (await ana.get(path)).text();
        expect(text.match(said) ?? []).toEqual(english);
        const texto = await (await ana.get(path, { "accept-language": "es" })).text();
        expect((texto.match(said) ?? []).map((one) => one.replaceAll("\u00a0", " "))).toEqual(
          spanish,
        );
      }
    },
  );

  it("draws the bar of a quota of 0 as full", async () => {
    const { tenantId, ana } = await aKey();
    const body = { monthlyQuota: 0 };
    await call("PATCH", `/admin/tenants/${tenantId}`, { as: await anOperator(), body });
    const page = await (await ana.get(`/portal/t/${tenantId}/usage`)).text();
    expect(page).toContain('<rect class="bar bad" width="600"');
  });

  it("names keys only to readers who may read keys, and shows the others their ids", async () => {
    const { tenantId, ana, key } = await aKey();
    let now = Date.now();
    const { ask } = gatedApp({ now: () => now });
    await ask(tenantId, key);
    // One lease later the isolate has reported what it spent.
    now += 16_000;
    await ask(tenantId, key);
    const viewer = await aVisitor("viewer", [tenantId]);
    const path = `/portal/t/${tenantId}/usage`;
    expect(await (await ana.get(path)).text()).toContain("mail gateway");
    const page = await (await viewer.get(path)).text();
    expect(page).not.toContain("mail gateway");
    expect(page).toContain(key.slice("rmp_live_".length, "rmp_live_".length + 10));
  });

  it("is shown for the current month if the chosen month is invalid or in the future", async () => {
    const { tenantId, ana } = await anOwner();
    const running = new Date().toISOString().slice(0, 7);
    for (const period of ["2099-01", "x", "2026-13"]) {
      const answer = await ana.get(`/portal/t/${tenantId}/usage.csv?period=${period}`);
      expect(answer.headers.get("content-disposition")).toContain(running);
    }
    const long = await ana.get(`/portal/t/${tenantId}/usage?period=2025-01`);
    expect(await long.text()).toContain("January 2025");
  });

  it("links no further back than the month in which the tenant was created", async () => {
    const { tenantId, ana } = await anOwner();
    const path = `/portal/t/${tenantId}/usage`;
    const monthsIn = (page: string) =>
      Array.from(page.matchAll(/usage\?period=([\d-]+)/g), ([, month]) => month);
    const running = new Date().toISOString().slice(0, 7);
    expect(new Set(monthsIn(await (await ana.get(path)).text()))).toEqual(new Set([running]));
    const begun = Date.UTC(2026, 0, 15);
    await env.DB.prepare("update tenants set created_at = ? where id = ?")
      .bind(begun, tenantId)
      .run();
    const second = await (await ana.get(`${path}?period=2026-02`)).text();
    expect(second).toContain('period=2026-01">Earlier month');
    const first = await (await ana.get(`${path}?period=2026-01`)).text();
    expect(first).not.toContain("Earlier month");
    expect(first).toContain('period=2026-02">Later month');
  });
});
