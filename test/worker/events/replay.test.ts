import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { Person } from "../../../src/access/principal.ts";
import { replayEvents } from "../../../src/events/replay-events.ts";
import { insertDead } from "../../../src/events/store.ts";
import { database } from "../../../src/platform/index.ts";
import { dyingDatabase } from "../../support/dying-database.ts";

/** More calls of D1 than a replay makes. */
const MOST_CALLS = 4;
const by = { subject: "token:x" } as Person;

async function someDead(): Promise<string[]> {
  const ids = [1, 2, 3].map(() => crypto.randomUUID());
  const event = { tenantId: null, agentId: null, eventId: null, replayedAt: null };
  const rows = ids.map((id) => ({ id, reason: "x", body: id, failedAt: 1, ...event }));
  await insertDead(database(env), rows);
  return ids;
}

/** A queue that takes so many events and then fails. */
function aQueue(takes: number) {
  const sent: string[] = [];
  const send = async (body: string) => {
    if (sent.length === takes) throw new Error("the queue has gone away");
    sent.push(body);
  };
  return { sent, queue: { send } as unknown as Queue<string> };
}

async function replay(ids: string[], queue: Queue<string>, DB = env.DB): Promise<void> {
  const means = { db: database({ ...env, DB }), queue, by, now: 2 };
  await replayEvents(ids, means).catch(() => {});
}

/** The ids marked as replayed, and the ids in the audit log. */
async function noted(ids: string[]) {
  const list = JSON.stringify(ids);
  const marked = env.DB.prepare(
    "SELECT id FROM dead_events WHERE replayed_at = 2 AND id IN (SELECT value FROM json_each(?))",
  ).bind(list);
  const traced = env.DB.prepare(
    `SELECT each.value AS id FROM audit_log, json_each(detail, '$.ids') AS each
     WHERE action = 'events.replayed' AND each.value IN (SELECT value FROM json_each(?))`,
  ).bind(list);
  const idsOf = async (statement: D1PreparedStatement) =>
    (await statement.all<{ id: string }>()).results.map(({ id }) => id).sort();
  return { marked: await idsOf(marked), traced: await idsOf(traced) };
}

describe("a replay of dead letters", () => {
  it("marks the letters and writes the audit entry together, wherever D1 fails", async () => {
    let done = 0;
    for (let calls = 0; calls <= MOST_CALLS; calls += 1) {
      const ids = await someDead();
      await replay(ids, aQueue(3).queue, dyingDatabase(calls));
      const { marked, traced } = await noted(ids);
      expect(traced).toEqual(marked);
      done += marked.length;
    }
    expect(done).toBeGreaterThan(0);
  });

  it("marks and logs the letters that were sent if the queue fails in between", async () => {
    const ids = await someDead();
    const { queue, sent } = aQueue(2);
    await replay(ids, queue);
    expect(sent).toHaveLength(2);
    expect(await noted(ids)).toEqual({ marked: sent.sort(), traced: sent.sort() });
  });
});
