import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { forgetDoneEvents } from "../../../src/events/index.ts";
import { livePlatform } from "../../../src/platform/index.ts";
import { aTenant } from "../../support/people.ts";

const DAY = 86_400_000;
/** Before all other tests' events. */
const AT = Date.parse("1981-06-01T00:00:00Z");
const HELD = 4_000;
const OVER = 11_000;

/** Bindings that count the rows that deletions read. */
function countingReads() {
  const asked = { rows: 0, tables: new Set<string>() };
  const watched = (query: string, statement: D1PreparedStatement): D1PreparedStatement => {
    const run = async () => {
      const result = await statement.run();
      if (/^\s*delete/i.test(query)) asked.rows += result.meta.rows_read;
      asked.tables.add(/delete from "?(\w+)/i.exec(query)?.[1] ?? "");
      return result;
    };
    const raw = async () => (await run()).results.map((row) => Object.values(row));
    const bind = (...values: unknown[]) => watched(query, statement.bind(...values));
    return { run, raw, all: run, bind } as unknown as D1PreparedStatement;
  };
  const prepare = (query: string) => watched(query, env.DB.prepare(query));
  return { asked, bindings: { ...env, DB: { prepare } as unknown as D1Database } };
}

async function note(tenant: string, count: number, at: number): Promise<void> {
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
     INSERT INTO events_done SELECT ? || '/' || i, ?, NULL FROM n`,
  )
    .bind(count, tenant, at)
    .run();
}

it("forgetting reads each event that a dead letter holds back once, and no dead letter itself", async () => {
  const [held, over] = [await aTenant(), await aTenant()];
  await note(held, HELD, AT);
  await env.DB.prepare(
    `INSERT INTO dead_events (id, reason, body, failed_at, event_key)
     SELECT key, 'forward_failed', '', ?, key FROM events_done WHERE archived_at = ?`,
  )
    .bind(AT, AT)
    .run();
  const turn = async () => {
    await note(over, OVER, AT + 1);
    const { asked, bindings } = countingReads();
    const platform = { ...livePlatform, log: () => undefined, now: () => AT + 40 * DAY };
    await forgetDoneEvents(bindings, platform);
    return asked;
  };
  const { rows: among, tables } = await turn();
  await env.DB.prepare("DELETE FROM dead_events WHERE failed_at = ?").bind(AT).run();
  await env.DB.prepare("DELETE FROM events_done WHERE archived_at = ?").bind(AT).run();
  const { rows: alone } = await turn();
  expect(tables).not.toContain("dead_events");
  // The record of the event, and the lookup of its dead letter.
  expect(among - alone).toBeLessThan(3 * HELD);
});
