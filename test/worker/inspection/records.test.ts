import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { claimedBySystem, PERMISSIONS, type Person } from "../../../src/access/index.ts";
import { isRefusal, settle } from "../../../src/http/index.ts";
import { pageRequest } from "../../../src/http/contract/index.ts";
import {
  findInspection,
  giveFeedback,
  listInspections,
  newFeedback,
  noSuchInspection,
  purgeInspections,
  recordList,
  showInspection,
  type InspectionRecord,
} from "../../../src/inspection/index.ts";
import { forgetClean } from "../../../src/inspection/keep/forget-clean.ts";
import {
  database,
  databaseBytes,
  livePlatform,
  uuidv7,
  type LogLine,
} from "../../../src/platform/index.ts";
import { call } from "../../support/call.ts";
import { holding } from "../../support/holding.ts";
import { CODE, DULL, FAKE, anInspector, inspectAs } from "../../support/inspection.ts";
import { anotherIsolate, type Caller } from "../../support/intel.ts";
import { aMember, anOperator, aTenant } from "../../support/people.ts";

const DAY_MS = 86_400_000;

interface Page {
  items: InspectionRecord[];
  total: number;
}

async function aDesk(caller: Caller) {
  const as = await aMember(caller.tenantId, "analyst");
  const base = `/admin/tenants/${caller.tenantId}/inspections`;
  const read = async (id: string) => call("GET", `${base}/${id}`, { as });
  const list = async (query = "") => (await call("GET", `${base}${query}`, { as })).json<Page>();
  const tell = async (id: string, body: object) =>
    call("POST", `${base}/${id}/feedback`, { as, body });
  return { as, base, read, list, tell };
}

describe("GET /admin/tenants/{tenantId}/inspections/{id}", () => {
  it("200 with what was answered, kept for the retention time of the plan", async () => {
    const caller = await anInspector();
    const { read } = await aDesk(caller);
    const inspected = await inspectAs(caller, FAKE);
    const answer = await read(inspected.inspectionId);
    expect(answer.status).toBe(200);
    const kept = await answer.json<InspectionRecord>();
    const { verdict, score, lang, inspectionId } = inspected;
    expect(kept).toMatchObject({ inspectionId, verdict, score, lang, channel: "sms" });
    expect(kept.layers.map((one) => one.score)).toEqual(inspected.layers.map((one) => one.score));
    expect(kept.feedback).toBeNull();
    // The team plan keeps things for 90 days.
    expect(Date.parse(kept.expiresAt) - Date.parse(kept.createdAt)).toBe(90 * DAY_MS);
  });

  it("404 for another tenant's inspection, an unknown one, and a member of another tenant", async () => {
    const caller = await anInspector();
    const { inspectionId } = await inspectAs(caller, CODE);
    const stranger = await aTenant();
    const as = await aMember(stranger);
    const [own, theirs] = [stranger, caller.tenantId].map(
      (tenantId) => `/admin/tenants/${tenantId}/inspections/${inspectionId}`,
    );
    for (const path of [own, theirs]) {
      expect((await call("GET", path ?? "", { as })).status).toBe(404);
      const body = { kind: "missed" };
      expect((await call("POST", `${path}/feedback`, { as, body })).status).toBe(404);
    }
    const { read } = await aDesk(caller);
    expect(
      (await read(inspectionId.replace(/.$/, (last) => (last === "0" ? "1" : "0")))).status,
    ).toBe(404);
    expect((await read("insp_x")).status).toBe(400);
  });

  it("403 without the permission", async () => {
    const caller = await anInspector();
    const { inspectionId } = await inspectAs(caller, CODE);
    const path = `/admin/tenants/${caller.tenantId}/inspections/${inspectionId}`;
    const reader = await aMember(caller.tenantId, ["inspections:read"]);
    expect((await call("GET", path, { as: reader })).status).toBe(200);
    const body = { kind: "missed" };
    expect((await call("POST", `${path}/feedback`, { as: reader, body })).status).toBe(403);
    const other = await aMember(caller.tenantId, ["intel:read"]);
    expect((await call("GET", path, { as: other })).status).toBe(403);
  });

  it("keeps nothing of the message: no text, sender, subject or link", async () => {
    const caller = await anInspector();
    const desk = { as: await aMember(caller.tenantId) };
    const hook = { url: "http://localhost:9/hook", events: ["inspection.flagged"], filter: {} };
    const hooks = `/admin/tenants/${caller.tenantId}/webhooks`;
    expect((await call("POST", hooks, { ...desk, body: hook })).status).toBe(201);
    const secret = `geheim${crypto.randomUUID().slice(0, 8)}`;
    await inspectAs(
      caller,
      {
        channel: "email",
        sender: `"${secret} Banco" <${secret}@${secret}.top>`,
        subject: `${secret} BLOQUEADA`,
        body: `${secret}: su cuenta BBVA ha sido bloqueada, verifique en http://bbva-${secret}.top/${secret} o https://${secret}@203.0.113.9/`,
      },
      { "idempotency-key": `order-${secret}` },
    );
    const tables = ["inspections", "inspection_orders", "inspection_feedback", "tenant_events"];
    for (const table of tables) {
      const { results } = await env.DB.prepare(`SELECT * FROM ${table} WHERE tenant_id = ?`)
        .bind(caller.tenantId)
        .all();
      expect(JSON.stringify(results)).not.toContain(secret);
      if (table !== "inspection_feedback") expect(results).toHaveLength(1);
    }
  });

  it("200 until the millisecond before expiresAt; 404 at expiresAt, before any purge", async () => {
    const caller = await anInspector();
    const { inspectionId } = await inspectAs(caller, FAKE);
    const end = Date.now() + DAY_MS;
    const update = env.DB.prepare("UPDATE inspections SET expires_at = ? WHERE id = ?");
    await update.bind(end, inspectionId).run();
    const headers = { authorization: `Bearer ${await aMember(caller.tenantId)}` };
    const path = `/admin/tenants/${caller.tenantId}/inspections/${inspectionId}`;
    const at = (now: number) => anotherIsolate({ now: () => now }).request(path, { headers });
    expect([(await at(end - 1)).status, (await at(end)).status]).toEqual([200, 404]);
  });
});

describe("GET /admin/tenants/{tenantId}/inspections", () => {
  it("200 in pages, the newest first, filtered", async () => {
    const caller = await anInspector();
    const { list, tell } = await aDesk(caller);
    const ids: string[] = [];
    for (const body of [CODE, FAKE, DULL])
      ids.unshift((await inspectAs(caller, body)).inspectionId);
    const all = await list();
    expect(all.items.map((one) => one.inspectionId)).toEqual(ids);
    expect(await list("?limit=1&page=2")).toMatchObject({
      total: 3,
      items: [{ inspectionId: ids[1] }],
    });
    expect((await list("?verdict=phishing")).items.map((one) => one.inspectionId)).toEqual([
      ids[1],
    ]);
    expect((await list("?channel=email")).items.map((one) => one.inspectionId)).toEqual([ids[0]]);
    await tell(ids[1] ?? "", { kind: "false_positive" });
    expect(await list("?feedback=any")).toMatchObject({
      total: 1,
      items: [{ inspectionId: ids[1] }],
    });
    expect(await list("?feedback=missed")).toMatchObject({ total: 0 });
    expect(await list("?feedback=none")).toMatchObject({ total: 2 });
  });
});

describe("POST /admin/tenants/{tenantId}/inspections/{id}/feedback", () => {
  it("201 for a false positive; later feedback replaces the earlier feedback", async () => {
    const caller = await anInspector();
    const { read, tell } = await aDesk(caller);
    const { inspectionId } = await inspectAs(caller, FAKE);
    const answer = await tell(inspectionId, { kind: "false_positive", note: "es nuestro" });
    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({
      kind: "false_positive",
      label: "clean",
      note: "es nuestro",
      hasMessage: false,
    });
    expect((await tell(inspectionId, { kind: "missed", label: "spam" })).status).toBe(201);
    expect(await (await read(inspectionId)).json()).toMatchObject({
      feedback: { kind: "missed", label: "spam", note: null },
    });
  });

  it("400 for a label that contradicts its kind, whatever the verdict was", async () => {
    const caller = await anInspector();
    const { read, tell } = await aDesk(caller);
    const { inspectionId } = await inspectAs(caller, FAKE);
    const bodies = [
      { kind: "false_positive", label: "phishing" },
      { kind: "false_positive", label: "spam" },
      { kind: "missed", label: "clean" },
    ];
    for (const body of bodies) {
      const answer = await tell(inspectionId, body);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ details: [{ path: "label" }] });
    }
    expect(await (await read(inspectionId)).json()).toMatchObject({ feedback: null });
    expect((await tell(inspectionId, { kind: "false_positive", label: "clean" })).status).toBe(201);
  });

  it("201, and the feedback expires with its inspection", async () => {
    const caller = await anInspector();
    const { tell } = await aDesk(caller);
    const { inspectionId } = await inspectAs(caller, FAKE);
    const later = Date.now();
    await expect.poll(() => Date.now()).toBeGreaterThan(later);
    expect((await tell(inspectionId, { kind: "false_positive" })).status).toBe(201);
    const ends = env.DB.prepare(
      `SELECT i.expires_at AS inspection, f.expires_at AS feedback FROM inspections i
       JOIN inspection_feedback f ON f.inspection_id = i.id WHERE i.id = ?`,
    );
    const row = await ends.bind(inspectionId).first<{ inspection: number; feedback: number }>();
    expect(row?.feedback).toBe(row?.inspection);
    expect(row?.feedback).toBeGreaterThan(later);
  });

  it("201, and a message in the feedback is kept; 422 for another message than the inspected one", async () => {
    const caller = await anInspector();
    const { tell } = await aDesk(caller);
    const { inspectionId } = await inspectAs(caller, CODE);
    const { sender, body } = CODE;
    const other = await tell(inspectionId, {
      kind: "missed",
      message: { sender, body: `${body}.` },
    });
    expect(other.status).toBe(422);
    const answer = await tell(inspectionId, { kind: "missed", message: { sender, body } });
    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({ label: "phishing", hasMessage: true });
    const row = await env.DB.prepare(
      "SELECT message, label FROM inspection_feedback WHERE inspection_id = ?",
    )
      .bind(inspectionId)
      .first<{ message: string; label: string }>();
    expect(JSON.parse(row?.message ?? "")).toEqual({ sender, body });
  });

  it("409 for feedback that agrees with the verdict, 400 for invalid feedback", async () => {
    const caller = await anInspector();
    const { tell } = await aDesk(caller);
    const { inspectionId } = await inspectAs(caller, CODE);
    expect((await tell(inspectionId, { kind: "false_positive" })).status).toBe(409);
    for (const body of [
      {},
      { kind: "wrong" },
      { kind: "missed", label: "clean" },
      { kind: "missed", more: 1 },
    ])
      expect((await tell(inspectionId, body)).status).toBe(400);
  });
});

describe("the purge of inspections", () => {
  it("deletes expired inspections and feedback, and keeps the rest", async () => {
    const caller = await anInspector();
    const { list, tell } = await aDesk(caller);
    const old = await inspectAs(caller, FAKE, { "idempotency-key": "old" });
    const young = await inspectAs(caller, CODE, { "idempotency-key": "young" });
    await tell(old.inspectionId, { kind: "false_positive" });
    for (const [table, column, value] of [
      ["inspections", "id", old.inspectionId],
      ["inspection_feedback", "inspection_id", old.inspectionId],
    ]) {
      await env.DB.prepare(`UPDATE ${table} SET expires_at = 1 WHERE ${column} = ?`)
        .bind(value)
        .run();
    }
    // An expired inspection is not listed, even before it is deleted.
    expect((await list()).items.map((one) => one.inspectionId)).toEqual([young.inspectionId]);
    await purgeInspections(env, { ...livePlatform, now: () => 1, log: () => {} });
    const left = async (table: string) =>
      (
        await env.DB.prepare(`SELECT * FROM ${table} WHERE tenant_id = ?`)
          .bind(caller.tenantId)
          .all()
      ).results.length;
    expect(await left("inspections")).toBe(1);
    expect(await left("inspection_feedback")).toBe(0);
    expect(await left("inspection_orders")).toBe(2);
  });
});

describe("a database that fills", () => {
  const DAYS_OLD = [8, 6, 2, 0.5];
  const [GB_79, GB_80, GB_90] = [7.9e9, 8e9, 9e9];

  /** The ages in days of a tenant's clean and flagged inspections that are left after a purge. */
  async function leftAt(bytes: number) {
    const caller = await anInspector();
    const now = Date.now();
    for (const [verdict, days] of ["clean", "spam"].flatMap((one) =>
      DAYS_OLD.map((age) => [one, age] as const),
    )) {
      const at = now - days * DAY_MS;
      await env.DB.prepare(
        `INSERT INTO inspections VALUES (?, ?, 'k', 'sms', 'h', ?, 0, 'en', '[]', ?, ?)`,
      )
        .bind(`insp_${uuidv7(at)}`, caller.tenantId, verdict, at, now + 30 * DAY_MS)
        .run();
    }
    // Purges what other test files have left.
    await purgeInspections(holding(0), { ...livePlatform, log: () => {} });
    const said: LogLine[] = [];
    const log = (line: LogLine) => said.push(line);
    await purgeInspections(holding(bytes), { ...livePlatform, log });
    const { results } = await env.DB.prepare(
      "SELECT verdict, created_at AS at FROM inspections WHERE tenant_id = ? ORDER BY at",
    )
      .bind(caller.tenantId)
      .all<{ verdict: string; at: number }>();
    const left = (verdict: string) =>
      results.filter((row) => row.verdict === verdict).map(({ at }) => (now - at) / DAY_MS);
    return { clean: left("clean"), spam: left("spam"), said };
  }

  it("keeps all inspections below 80 %", async () => {
    expect(await leftAt(GB_79)).toEqual({ clean: DAYS_OLD, spam: DAYS_OLD, said: [] });
  });

  it("loses clean inspections after 7 days from 80 % on, and after one day from 90 % on", async () => {
    const { clean, spam, said } = await leftAt(GB_80);
    expect({ clean, spam }).toEqual({ clean: [6, 2, 0.5], spam: DAYS_OLD });
    expect(said).toMatchObject([{ level: "error", event: "database_nearly_full", days: 7 }]);
    expect(said[0]?.["count"]).toBeGreaterThan(0);
    expect(await leftAt(GB_90)).toMatchObject({ clean: [0.5], spam: DAYS_OLD });
  });

  it("loses the oldest clean inspections first, a batch at a time, and none of the last days", async () => {
    const caller = await anInspector();
    const now = Date.now();
    const days = 1_000;
    const until = now - days * DAY_MS;
    // Inserted in another order than by age.
    const ages = [until - 2, until - 3, until + 1, until - 1];
    for (const at of ages) {
      await env.DB.prepare(
        `INSERT INTO inspections VALUES (?, ?, 'k', 'sms', 'h', 'clean', 0, 'en', '[]', ?, ?)`,
      )
        .bind(`insp_${uuidv7(at)}`, caller.tenantId, at, now + DAY_MS)
        .run();
    }
    const left = async () => {
      const { results } = await env.DB.prepare(
        "SELECT created_at - ? AS age FROM inspections WHERE tenant_id = ? ORDER BY id",
      )
        .bind(until, caller.tenantId)
        .all();
      return results.map(({ age }) => age);
    };
    const forgetSome = forgetClean(database(env), days, now);
    expect([await forgetSome(2), await left()]).toEqual([2, [-1, 1]]);
    expect([await forgetSome(2), await left()]).toEqual([1, [1]]);
    expect(await forgetSome(2)).toBe(0);
  });

  it("is measured without the room of deleted rows", async () => {
    const db = database(env);
    const before = await databaseBytes(db);
    await env.DB.prepare("CREATE TABLE ballast (text TEXT)").run();
    await env.DB.prepare(
      `INSERT INTO ballast WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 1000)
        SELECT hex(zeroblob(1000)) FROM n`,
    ).run();
    const full = await databaseBytes(db);
    expect(full - before).toBeGreaterThan(2_000_000);
    await env.DB.prepare("DELETE FROM ballast").run();
    expect(full - (await databaseBytes(db))).toBeGreaterThan(1_900_000);
    await env.DB.prepare("DROP TABLE ballast").run();
  });
});

describe("the inspection functions for the portal", () => {
  const by: Person = {
    kind: "operator",
    subject: "test:portal",
    reach: "all",
    permissions: new Set(PERMISSIONS),
  };

  it("list, read and take feedback as the routes do", async () => {
    const caller = await anInspector();
    const tenantId = claimedBySystem(caller.tenantId);
    const db = database(env);
    const { inspectionId: id } = await inspectAs(caller, FAKE);
    const now = Date.now();
    const filter = recordList.parse({ verdict: "phishing" });
    const { items, total } = await listInspections(db, tenantId, filter, pageRequest({}), now);
    expect(total).toBe(1);
    const given = newFeedback.parse({ kind: "false_positive" });
    expect(isRefusal(await giveFeedback(env, { by, tenantId, now }, id, given))).toBe(false);
    const found = settle((await findInspection(db, tenantId, id, now)) ?? noSuchInspection());
    const shown = showInspection(found);
    expect(shown.feedback).toMatchObject({ by: "test:portal" });
    const [first] = items.map(showInspection);
    expect({ ...first, feedback: shown.feedback }).toEqual(shown);
    const routed = await call("GET", `/admin/tenants/${tenantId}/inspections/${id}`, {
      as: await anOperator(),
    });
    expect(await routed.json()).toEqual(shown);
  });
});
