import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { runJobs } from "../../src/jobs.ts";
import { livePlatform } from "../../src/platform/index.ts";

const DAY = 86_400_000;
const HOUR = 3_600_000;
const NOW = Date.now();
const KEPT = 30 * DAY;

type Row = [name: string, createdAt: number, seenAt: number, endedAt: number | null];

async function putSessions(personId: string, rows: Row[]): Promise<void> {
  const put = env.DB.prepare(
    "insert into sessions (hash, person_id, created_at, seen_at, ended_at) values (?, ?, ?, ?, ?)",
  );
  await env.DB.batch(
    rows.map(([name, created, seen, ended]) =>
      put.bind(`${personId} ${name}`, personId, created, seen, ended),
    ),
  );
}

async function putInvites(personId: string, rows: [string, number, number | null][]) {
  const put = env.DB.prepare(
    `insert into invites (id, hash, person_id, created_by, created_at, expires_at, used_at)
     values (?, '', ?, 'test', 0, ?, ?)`,
  );
  await env.DB.batch(
    rows.map(([name, expires, used]) => put.bind(`${personId} ${name}`, personId, expires, used)),
  );
}

async function remaining(table: "sessions" | "invites", personId: string): Promise<string[]> {
  const name = table === "sessions" ? "hash" : "id";
  const { results } = await env.DB.prepare(
    `select ${name} as name from ${table} where person_id = ? order by name`,
  )
    .bind(personId)
    .all<{ name: string }>();
  return results.map(({ name: whole }) => whole.slice(personId.length + 1));
}

async function runNightlyJobs(): Promise<void> {
  await runJobs("17 3 * * *", env, { ...livePlatform, now: () => NOW, log: () => {} });
}

describe("the nightly job that forgets old sign-ins", () => {
  it("deletes sessions that ended, idled out or grew too old 30 days ago", async () => {
    const personId = crypto.randomUUID();
    const over = NOW - KEPT;
    await putSessions(personId, [
      ["alive", NOW - HOUR, NOW - HOUR, null],
      ["ended long ago", over - HOUR, over - HOUR, over],
      ["ended later", over - HOUR, over - HOUR, over + 1],
      ["idle long ago", over - 9 * HOUR, over - 8 * HOUR, null],
      ["idle later", over - 9 * HOUR, over - 8 * HOUR + 1, null],
      ["too old long ago", over - 7 * DAY, over, null],
      ["too old later", over - 7 * DAY + 1, over, null],
    ]);
    await runNightlyJobs();
    expect(await remaining("sessions", personId)).toEqual([
      "alive",
      "ended later",
      "idle later",
      "too old later",
    ]);
  });

  it("keeps the session in which a person was last seen, however old", async () => {
    const personId = crypto.randomUUID();
    const long = NOW - 400 * DAY;
    await putSessions(personId, [
      ["earlier", long, long, long],
      ["last", long, long + 1, long + 1],
      ["last as well", long, long + 1, long + 1],
    ]);
    await runNightlyJobs();
    await runNightlyJobs();
    expect(await remaining("sessions", personId)).toEqual(["last as well"]);
  });

  it("deletes sign-in links that were spent or expired 30 days ago", async () => {
    const personId = crypto.randomUUID();
    const over = NOW - KEPT;
    await putInvites(personId, [
      ["open", NOW + HOUR, null],
      ["spent long ago", NOW + HOUR, over],
      ["spent later", NOW + HOUR, over + 1],
      ["expired long ago", over, null],
      ["expired later", over + 1, null],
    ]);
    await runNightlyJobs();
    expect(await remaining("invites", personId)).toEqual(["expired later", "open", "spent later"]);
  });
});
