import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { moveAudit } from "../../src/access/jobs.ts";
import { moveAiCalls } from "../../src/ai/jobs.ts";
import { livePlatform, uuidv7 } from "../../src/platform/index.ts";
import { deafDatabase } from "../support/dying-database.ts";

const DAY = 86_400_000;
const FIRST = Date.parse("2026-11-23T12:00:00Z");
/** A month later for each test, since what was moved once may be deleted. */
let now = FIRST;
const bound = () => now - 400 * DAY;
const platform = { ...livePlatform, now: () => now, log: () => {} };
const JOBS = { audit_log: moveAudit, ai_calls: moveAiCalls };
type Name = keyof typeof JOBS;

const PUT: Record<Name, (name: string, at: number) => D1PreparedStatement> = {
  audit_log: (name, at) =>
    env.DB.prepare(
      `insert into audit_log (at, actor, action, target, detail) values (?, 'a', 'x', ?, '{"n":1}')`,
    ).bind(at, name),
  ai_calls: (name, at) =>
    env.DB.prepare(
      `insert into ai_calls (id, tenant_id, user_id, operation, provider, model, unit, latency_ms,
         outcome, trace_id, created_at) values (?, 't', 'u', 'o', 'p', 'm', 'token', 1, 'ok', ?, ?)`,
    ).bind(uuidv7(at), name, at),
};
const NAMED_BY: Record<Name, string> = { audit_log: "target", ai_calls: "trace_id" };
const KEY_IN_LINE: Record<Name, string> = { audit_log: "target", ai_calls: "traceId" };

async function left(ledger: Name): Promise<string[]> {
  const column = NAMED_BY[ledger];
  const query = `select ${column} as name from ${ledger} order by 1`;
  const { results } = await env.DB.prepare(query).all<{ name: string }>();
  return results.map(({ name }) => name);
}

async function linesInFiles(ledger: Name): Promise<Record<string, unknown>[]> {
  const { objects } = await env.OBJECTS.list({ prefix: `ledgers/${ledger}/` });
  const texts = await Promise.all(
    objects.map(async ({ key }) => (await env.OBJECTS.get(key))?.text()),
  );
  const lines = texts.flatMap((text = "") => text.trimEnd().split("\n"));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

async function namesInFiles(ledger: Name): Promise<string[]> {
  return (await linesInFiles(ledger)).map((line) => String(line[KEY_IN_LINE[ledger]])).sort();
}

describe.each(["audit_log", "ai_calls"] as const)("the old rows of %s", (ledger) => {
  beforeEach(async () => {
    await JOBS[ledger](env, { ...platform, now: () => now + 4_000 * DAY });
    now += 30 * DAY;
    const { objects } = await env.OBJECTS.list({ prefix: "ledgers/" });
    await env.OBJECTS.delete(objects.map(({ key }) => key));
    await env.DB.batch([
      PUT[ledger]("old", bound() - 2),
      PUT[ledger]("older", bound() - 1),
      PUT[ledger]("young", bound()),
    ]);
  });

  it("move to a file that is recorded, and young rows stay", async () => {
    await JOBS[ledger](env, platform);
    expect(await left(ledger)).toEqual(["young"]);
    expect(await namesInFiles(ledger)).toEqual(["old", "older"]);
    const [line] = await linesInFiles(ledger);
    expect(line?.[ledger === "audit_log" ? "at" : "createdAt"]).toBe(
      new Date(bound() - 2).toISOString(),
    );
    const noted = await env.DB.prepare(
      "select file, lines, first_at as firstAt from ledger_files where ledger = ? and first_at = ?",
    )
      .bind(ledger, bound() - 2)
      .all<{ file: string; lines: number }>();
    expect(noted.results[0]?.lines).toBe(2);
    expect(await env.OBJECTS.head(noted.results[0]?.file ?? "")).not.toBeNull();
  });

  it.each([{ done: false }, { done: true }])(
    "are not lost if the job dies between file and deletion (deleted: $done)",
    async ({ done }) => {
      const dying = { ...env, DB: deafDatabase({ done }) };
      await expect(JOBS[ledger](dying, platform)).rejects.toThrow("gone away");
      expect(await namesInFiles(ledger)).toEqual(["old", "older"]);
      expect(await left(ledger)).toEqual(done ? ["young"] : ["old", "older", "young"]);
      await JOBS[ledger](env, platform);
      expect(await namesInFiles(ledger)).toEqual(["old", "older"]);
      expect(await left(ledger)).toEqual(["young"]);
    },
  );

  it("stay if the file cannot be written", async () => {
    const full = new Proxy(env.OBJECTS, {
      get: (bucket, name) =>
        name === "put"
          ? () => Promise.reject(new Error("no room"))
          : (Reflect.get(bucket, name) as unknown),
    });
    await expect(JOBS[ledger]({ ...env, OBJECTS: full }, platform)).rejects.toThrow("no room");
    expect(await left(ledger)).toEqual(["old", "older", "young"]);
  });

  it("cannot be deleted by another statement, nor can the list of files be changed", async () => {
    await expect(env.DB.exec(`delete from ${ledger}`)).rejects.toThrow("append-only");
    await JOBS[ledger](env, platform);
    await expect(env.DB.exec(`delete from ${ledger}`)).rejects.toThrow("append-only");
    await expect(env.DB.exec("delete from ledger_files")).rejects.toThrow("only added");
    await expect(env.DB.exec("update ledger_files set lines = 0")).rejects.toThrow("only added");
  });

  it("move after LEDGER_DAYS days, and an invalid LEDGER_DAYS moves nothing", async () => {
    for (const days of ["", "61", "3651", "x", "90.5"]) {
      const job = JOBS[ledger]({ ...env, LEDGER_DAYS: days }, platform);
      await expect(job).rejects.toThrow("LEDGER_DAYS");
    }
    for (const days of ["3650", "401"]) {
      await JOBS[ledger]({ ...env, LEDGER_DAYS: days }, platform);
      expect(await left(ledger)).toEqual(["old", "older", "young"]);
    }
    await JOBS[ledger]({ ...env, LEDGER_DAYS: "399" }, platform);
    expect(await left(ledger)).toEqual([]);
    await JOBS[ledger]({ ...env, LEDGER_DAYS: "62" }, platform);
    expect(await left(ledger)).toEqual([]);
  });
});

it("4,500 old rows of audit_log move to three files", async () => {
  const { objects } = await env.OBJECTS.list({ prefix: "ledgers/audit_log/" });
  await env.OBJECTS.delete(objects.map(({ key }) => key));
  await env.DB.prepare(
    `insert into audit_log (at, actor, action, target) with recursive n(i) as
      (select 1 union all select i + 1 from n where i < 4500) select ?, 'a', 'x', i from n`,
  )
    .bind(bound() - DAY)
    .run();
  const said: unknown[] = [];
  await moveAudit(env, { ...platform, log: (line) => said.push(line) });
  expect(said).toEqual([
    { level: "info", event: "ledger_moved", ledger: "audit_log", count: expect.any(Number) },
  ]);
  const files = await env.OBJECTS.list({ prefix: "ledgers/audit_log/" });
  expect(files.objects).toHaveLength(3);
  const [most] = await linesInFiles("audit_log");
  expect(most).toMatchObject({ actor: "a", action: "x", tenantId: null });
});
