import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { aiCalls } from "../../src/ai/tables.ts";
import { database } from "../../src/platform/index.ts";
import { neighbour } from "../../src/portal/usage/neighbour.ts";
import { periodOf } from "../../src/tenants/gate/period.ts";
import { call } from "../support/call.ts";
import { anOperator, aTenant } from "../support/people.ts";
import { aVisitor } from "../support/visitor.ts";

const MONTH = periodOf(Date.now());
const BEFORE = neighbour(MONTH, -1);

type Hour = [hour: string, keyId: string, module: string, units: number];

/** Writes into the gate of a tenant what it would have counted, without the calls. */
async function writeUsage(tenantId: string, hours: readonly Hour[], lost = 0) {
  const { TENANT_GATE } = env;
  const gate = TENANT_GATE.get(TENANT_GATE.idFromName(tenantId));
  await runInDurableObject(gate, (_, { storage: { sql } }) => {
    for (const [hour, keyId, module, units] of hours) {
      sql.exec(
        "INSERT INTO usage_hours VALUES (?, 'team:EUR:400', ?, ?, ?, ?, 0)",
        hour,
        module,
        keyId,
        units,
        units,
      );
    }
    for (const period of new Set(hours.map(([hour]) => hour.slice(0, 7)))) {
      const of = hours.filter(([hour]) => hour.startsWith(period));
      const used = of.reduce((sum, [, , , units]) => sum + units, 0);
      sql.exec(
        "INSERT INTO leases VALUES (?, ?, ?, ?, 0, 0, ?, 2)",
        `lease-${period}`,
        period,
        used + lost,
        used,
        lost,
      );
      const over = period === MONTH ? [null, null, null] : [1, used, lost];
      sql.exec("INSERT INTO periods VALUES (?, 500000, 0, ?, ?, ?)", period, ...over);
    }
  });
}

async function aReader() {
  const tenantId = await aTenant();
  const ana = await aVisitor("owner", [tenantId]);
  const read = async (path = "", language = "en") => {
    const page = await (
      await ana.get(`/portal/t/${tenantId}/usage${path}`, {
        "accept-language": language,
      })
    ).text();
    expect(page).not.toMatch(/NaN|undefined|Infinity/);
    return page.replaceAll("\u00a0", " ");
  };
  return { tenantId, ana, read };
}

describe("the usage page", () => {
  it("lists the largest use first, and marks deleted keys only for a reader who may read keys", async () => {
    const { tenantId, read } = await aReader();
    await writeUsage(tenantId, [
      [`${MONTH}-01T10`, "small", "urlsearch", 3],
      [`${MONTH}-02T09`, "large", "antispam", 30],
    ]);
    const page = await read();
    expect(page).toMatch(/<code>large<\/code> deleted<.*<code>small<\/code> deleted</);
    const viewer = await aVisitor("viewer", [tenantId]);
    const plain = await (await viewer.get(`/portal/t/${tenantId}/usage`)).text();
    expect(plain).toContain("<code>large</code><");
    expect(plain).not.toContain("deleted");
  });

  it("writes each day in words, in both languages", async () => {
    const { tenantId, read } = await aReader();
    await writeUsage(tenantId, [[`${BEFORE}-03T10`, "k", "urlsearch", 3]]);
    const day = (language: string) =>
      new Intl.DateTimeFormat(language, { day: "numeric", month: "long", timeZone: "UTC" }).format(
        Date.parse(`${BEFORE}-03T00:00:00Z`),
      );
    for (const language of ["en", "es"]) {
      expect(await read(`?period=${BEFORE}`, language)).toContain(
        `<th scope="row">${day(language)}</th>`,
      );
    }
  });

  it("shows 250% of a lowered quota, as does the overview, with a bar no longer than full", async () => {
    const { tenantId, ana, read } = await aReader();
    await writeUsage(tenantId, [[`${MONTH}-01T10`, "k", "urlsearch", 450]], 50);
    const body = { monthlyQuota: 200 };
    await call("PATCH", `/admin/tenants/${tenantId}`, { as: await anOperator(), body });
    for (const page of [await read(), await (await ana.get(`/portal/t/${tenantId}`)).text()]) {
      expect(page).toContain("The quota of this month is used up (250%)");
      expect(page).toContain('<rect class="bar bad" width="600"');
    }
  });

  it("shows a past month in the past tense and without a forecast", async () => {
    const { tenantId, read } = await aReader();
    await writeUsage(tenantId, [[`${BEFORE}-03T10`, "k", "antispam", 40]], 7);
    const page = await read(`?period=${BEFORE}`);
    expect(page).toContain("7 of calls that were never reported: they counted, at no cost");
    expect(page).toContain("what a unit cost last");
    expect(page).toContain("Days and months are in UTC.");
    expect(page).not.toMatch(/Forecast|within 15 seconds|one more unit/);
    expect(await read()).toMatch(/Forecast.*within 15 seconds|within 15 seconds.*Forecast/);
  });
});

describe("the page of the assistant's usage", () => {
  const answered = {
    userId: "u",
    operation: "ask-rag",
    provider: "p",
    model: "quick-1",
    unit: "token",
    unitsIn: 1_000,
    unitsOut: 234,
    costMicros: 1_500,
    latencyMs: 10,
    outcome: "ok",
    traceId: "t",
  } as const;

  it("lists calls, tokens and cost of each month by model, and counts calls without a price", async () => {
    const { tenantId, read } = await aReader();
    const call = (period: string, more: object) => ({
      ...answered,
      tenantId,
      id: crypto.randomUUID(),
      createdAt: Date.parse(`${period}-01T10:00:00Z`),
      ...more,
    });
    await database(env)
      .insert(aiCalls)
      .values([
        call(MONTH, {}),
        call(MONTH, { model: "<b>", costMicros: null }),
        call(MONTH, { outcome: "failed", costMicros: 0, unitsIn: null, unitsOut: null }),
        call(BEFORE, { costMicros: 7 }),
      ]);
    expect(await read()).toContain(`href="/portal/t/${tenantId}/usage/ai"`);
    const page = await read("/ai");
    expect(page).toMatch(/<dt>Calls<\/dt><dd>3<\/dd><dd><small>1 failed</);
    expect(page).toMatch(/<dt>Tokens<\/dt><dd>2,468<\/dd>/);
    expect(page).toMatch(/<dt>Cost<\/dt><dd>\$0.0015<\/dd><dd><small>1 without a known price</);
    expect(page).toContain('<th scope="row">&lt;b&gt;</th>');
    expect(page).toMatch(/<th scope="row">quick-1<\/th><td class="number">2<\/td>/);
    const before = await read(`/ai?period=${BEFORE}`, "es");
    expect(before).toMatch(/<dt>Coste<\/dt><dd>0,000007 US\$<\/dd>/);
    expect(before).not.toContain("quedan");
  });

  it("says so if no model was asked in the month", async () => {
    const { read } = await aReader();
    expect(await read("/ai")).toContain("No model was asked in this month");
  });
});
