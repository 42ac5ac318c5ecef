import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { runJobs } from "../../src/jobs.ts";
import { livePlatform } from "../../src/platform/index.ts";

const DAY = 86_400_000;
const NOW = Date.parse("2026-11-23T12:00:00Z");
const platform = { ...livePlatform, now: () => NOW, log: () => {} };
const daily = (given = env) => runJobs("17 3 * * *", given, platform);
const minutely = () => runJobs("* * * * *", env, platform);
const hourly = (given = env) => runJobs("7 * * * *", given, platform);

/** Inserts a row of these columns. */
async function put(table: string, row: Record<string, string | number | null>): Promise<void> {
  const columns = Object.keys(row);
  const places = columns.map(() => "?").join(", ");
  await env.DB.prepare(`insert into ${table} (${columns.join(", ")}) values (${places})`)
    .bind(...Object.values(row))
    .run();
}

async function left(table: string, column = "id"): Promise<unknown[]> {
  const { results } = await env.DB.prepare(
    `select ${column} as name from ${table} order by 1`,
  ).all();
  return results.map(({ name }) => name);
}

const ago = (days: number) => NOW - days * DAY;

describe("the scheduled jobs", () => {
  it.each([
    ["access_tokens", { permissions: "[]" }],
    ["service_keys", { operations: "[]" }],
  ])("delete rows of %s 90 days after they expired or were revoked", async (table, own) => {
    const base = { hash: "", last4: "", name: "x", created_by: "t", created_at: 0, ...own };
    await put(table, { id: "alive", ...base, expires_at: NOW + DAY });
    await put(table, { id: "expired", ...base, expires_at: ago(90) });
    await put(table, { id: "expired later", ...base, expires_at: ago(90) + 1 });
    await put(table, { id: "revoked", ...base, expires_at: NOW + DAY, revoked_at: ago(90) });
    await put(table, { id: "revoked later", ...base, expires_at: NOW + DAY, revoked_at: ago(89) });
    await daily();
    expect(await left(table)).toEqual(["alive", "expired later", "revoked later"]);
  });

  it("keep a service key that never expires", async () => {
    const base = { hash: "", last4: "", name: "x", created_by: "t", created_at: 0 };
    await put("service_keys", { id: "endless", ...base, operations: "[]" });
    await daily();
    expect(await left("service_keys")).toContain("endless");
  });

  it("delete API keys 90 days after they were deleted, or replaced and expired; keep merely expired ones", async () => {
    const base = { tenant_id: "t", hash: "", last4: "", name: "x", scopes: 1, created_by: "t" };
    const row = { ...base, allowed_addresses: "[]", created_at: 0 };
    await put("api_keys", { id: "expired", ...row, expires_at: 1 });
    await put("api_keys", { id: "deleted", ...row, deleted_at: ago(90) });
    await put("api_keys", { id: "deleted later", ...row, deleted_at: ago(89) });
    const replaced = { ...row, replaced_by: "expired" };
    await put("api_keys", { id: "replaced", ...replaced, expires_at: ago(90) });
    await put("api_keys", { id: "replaced later", ...replaced, expires_at: ago(89) });
    await hourly();
    expect(await left("api_keys")).toEqual(["deleted later", "expired", "replaced later"]);
  });

  it("delete usage hours after 62 days, even 2,500 in one run", async () => {
    const base = { price_id: "p", module: "m", calls: 1, units: 1 };
    await env.DB.prepare(
      `insert into usage_hours (tenant_id, hour, price_id, module, key_id, calls, units)
        with recursive n(i) as (select 1 union all select i + 1 from n where i < 2500)
        select 't', '2026-09-22T11', 'p', 'm', 'k' || i, 1, 1 from n`,
    ).run();
    await put("usage_hours", { ...base, tenant_id: "t", hour: "2026-09-22T12", key_id: "young" });
    await hourly();
    expect(await left("usage_hours", "key_id")).toEqual(["young"]);
  });

  it("delete actions of the assistant after 400 days", async () => {
    const texts = { title: "", description: "", category: "notify", source: "rag", payload: "{}" };
    const base = { tenant_id: "t", user_id: "u", tool: "x", payload_hash: "", trace_id: "" };
    const row = { ...base, ...texts, state: "proposed", expires_at: 0 };
    await put("ai_actions", { id: "old", ...row, created_at: ago(400) - 1 });
    await put("ai_actions", { id: "young", ...row, created_at: ago(400) });
    await daily();
    expect(await left("ai_actions")).toEqual(["young"]);
  });

  it("delete certificates 90 days after their end, and keep one without a known end", async () => {
    const row = { tenant_id: "t", agent_id: "a" };
    await put("agent_certificates", { fingerprint: "ended", ...row, not_after: ago(90) });
    await put("agent_certificates", { fingerprint: "later", ...row, not_after: ago(89) });
    await put("agent_certificates", { fingerprint: "unknown", ...row, not_after: null });
    await hourly();
    expect(await left("agent_certificates", "fingerprint")).toEqual(["later", "unknown"]);
  });

  it("delete enrollment codes with the data of their objects 90 days after their end", async () => {
    const row = { hash: "", last4: "", tenant_id: "t", roles: "[]", region: "r", created_by: "t" };
    const code = { ...row, max_uses: 5, used: 1, created_at: 0 };
    await put("enrollment_codes", { id: "open", ...code, expires_at: NOW + DAY });
    await put("enrollment_codes", { id: "expired", ...code, expires_at: ago(90) });
    await put("enrollment_codes", { id: "revoked", ...code, expires_at: NOW, revoked_at: ago(90) });
    await put("enrollment_codes", { id: "later", ...code, expires_at: ago(89) });
    const writer = (id: string) => env.ENROLLMENT_CODE.get(env.ENROLLMENT_CODE.idFromName(id));
    const claim = { keyFingerprint: "k", agentId: "a", maxUses: 5, now: 1, replayMs: Infinity };
    for (const id of ["expired", "later"]) await writer(id).claim({ ...claim, expired: false });
    await hourly();
    expect(await left("enrollment_codes")).toEqual(["later", "open"]);
    expect(await writer("later").claim({ ...claim, expired: true })).toMatchObject({ again: true });
    const gone = await writer("expired").claim({ ...claim, expired: true });
    expect(gone).toMatchObject({ error: "code_expired" });
  });

  it("delete 130 enrollment codes in one run, but one whose object fails only in the next", async () => {
    await env.DB.exec("delete from enrollment_codes");
    const row = { hash: "", last4: "", tenant_id: "t", roles: "[]", region: "r", created_by: "t" };
    const code = { ...row, max_uses: 5, used: 1, created_at: 0, expires_at: ago(90) };
    for (let at = 0; at < 130; at += 1) await put("enrollment_codes", { id: `${at}`, ...code });
    const real = env.ENROLLMENT_CODE;
    const codes = {
      idFromName: (name: string) => (name === "7" ? null : real.idFromName(name)),
      get: (id: DurableObjectId | null) =>
        id === null ? { erase: () => Promise.reject(new Error("gone")) } : real.get(id),
    } as unknown as Cloudflare.Env["ENROLLMENT_CODE"];
    await hourly({ ...env, ENROLLMENT_CODE: codes });
    expect(await left("enrollment_codes")).toEqual(["7"]);
    const run = "select reason as name from job_runs where job = 'forgetOldEnrolments'";
    expect(await env.DB.prepare(run).first("name")).toContain("gone");
    await hourly();
    expect(await left("enrollment_codes")).toEqual([]);
  });

  it("delete orders for many agents, with the agents that failed, 90 days after their end", async () => {
    const counts = { total: 1, done: 0, gone: 0, failed: 1, asked_at: ago(100) };
    const order = { action: "revoke", asked_by: "t", order_hash: "", ...counts };
    const failed = { tries: 3, agent_id: "a", tenant_id: "t", reason: "failed" };
    const ends = { ended: ago(90) - 1, later: ago(90) };
    for (const [id, ended_at] of Object.entries(ends)) {
      await put("bulk_orders", { id, ...order, ended_at });
      await put("bulk_agents", { order_id: id, ...failed });
    }
    await minutely();
    expect(await left("bulk_agents", "order_id")).toEqual(["later"]);
    expect(await left("bulk_orders")).toEqual(["later"]);
  });

  it("delete what was noted of a bouncer when its last decision has ended, after 8 days", async () => {
    const note = "intel/bouncers/t/x";
    await env.OBJECTS.put("intel/manifest.json", JSON.stringify({ version: 1, entries: [] }));
    const kept = await env.OBJECTS.put(note, "");
    const isKeptAt = async (now: number) => {
      await runJobs("17 3 * * *", env, { ...platform, now: () => now });
      return (await env.OBJECTS.head(note)) !== null;
    };
    const end = (kept?.uploaded.getTime() ?? 0) + 8 * DAY;
    expect([await isKeptAt(end), await isKeptAt(end + 1)]).toEqual([true, false]);
  });

  it("delete dead letters 30 days after they were sent again, or 90 days after they failed", async () => {
    const row = { reason: "x", body: "{}" };
    await put("dead_events", { id: "old", ...row, failed_at: ago(90) - 1 });
    await put("dead_events", { id: "waits", ...row, failed_at: ago(90) });
    await put("dead_events", { id: "sent", ...row, failed_at: ago(40), replayed_at: ago(30) - 1 });
    await put("dead_events", {
      id: "sent later",
      ...row,
      failed_at: ago(40),
      replayed_at: ago(30),
    });
    await hourly();
    expect(await left("dead_events")).toEqual(["sent later", "waits"]);
  });

  it("delete the record of an archived event, but not while the event is being sent again", async () => {
    const archived_at = ago(90);
    await put("events_done", { key: "done", archived_at });
    await put("events_done", { key: "under way", archived_at });
    const letter = { event_key: "under way", reason: "x", body: "{}", failed_at: ago(90) - 1 };
    await put("dead_events", { id: "sent just now", ...letter, replayed_at: NOW - 1 });
    await minutely();
    expect(await left("events_done", "key")).toEqual(["under way"]);
  });
});
