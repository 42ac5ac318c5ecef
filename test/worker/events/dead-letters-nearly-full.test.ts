import { createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { consumeDeadEvents, forgetDoneEvents } from "../../../src/events/index.ts";
import { noteArchived } from "../../../src/events/store.ts";
import { database, livePlatform, type LogLine } from "../../../src/platform/index.ts";
import { holding } from "../../support/holding.ts";
import { aTenant } from "../../support/people.ts";

const [GB_79, GB_80] = [7.9e9, 8e9];

/** The dead letters kept of two events that could not be forwarded; the first is in the archive. */
async function keptAt(bytes: number) {
  const tenant = await aTenant();
  const line = (id: string) =>
    JSON.stringify({
      tenant_id: tenant,
      agent_id: "a",
      ingest_id: id,
      event_id: id,
      received_at: "2026-02-03T04:05:06.000Z",
      event: {},
    });
  await noteArchived(database(env), [`${tenant}/a/filed`], Date.now());
  const bodies = ["filed", "lost"].map((id) => `forward_failed\n${line(id)}`);
  const messages = bodies.map((body) => ({
    id: crypto.randomUUID(),
    timestamp: new Date(),
    attempts: 1,
    body,
  }));
  const batch = createMessageBatch("events-dead", messages);
  const said: LogLine[] = [];
  const log = (one: LogLine) => void said.push(one);
  await consumeDeadEvents(batch, holding(bytes), { ...livePlatform, log });
  expect((await getQueueResult(batch, createExecutionContext())).ackAll).toBe(true);
  const { results } = await env.DB.prepare(
    "select event_id as id from dead_events where tenant_id = ? order by event_id",
  )
    .bind(tenant)
    .all<{ id: string }>();
  return { kept: results.map(({ id }) => id), said };
}

describe("dead letters in a database that fills up", () => {
  it("are all kept below 80 %", async () => {
    expect(await keptAt(GB_79)).toEqual({ kept: ["filed", "lost"], said: [] });
  });

  it("are kept from 80 % on only for events that are not in the archive", async () => {
    const { kept, said } = await keptAt(GB_80);
    expect(kept).toEqual(["lost"]);
    expect(said).toEqual([{ level: "error", event: "dead_events_not_kept", count: 1 }]);
  });
});

describe("the record of archived events", () => {
  const at = Date.parse("2021-06-01T00:00:00Z");
  const HOUR = 3_600_000;

  it.each([
    [GB_79, 14 * 24 * HOUR],
    [GB_80, 24 * HOUR],
    [9e9, HOUR],
  ])("is kept, in a database of %i bytes, for %i ms", async (bytes, ms) => {
    const tenant = await aTenant();
    await noteArchived(database(env), [`${tenant}/a/one`], at);
    const isKnown = async (now: number) => {
      await forgetDoneEvents(holding(bytes), { ...livePlatform, log: () => {}, now: () => now });
      const query = "select count(*) as n from events_done where key = ?";
      return env.DB.prepare(query).bind(`${tenant}/a/one`).first("n");
    };
    expect([await isKnown(at + ms), await isKnown(at + ms + 1)]).toEqual([1, 0]);
  });
});
