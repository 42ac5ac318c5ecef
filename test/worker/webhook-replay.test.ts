import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { database } from "../../src/platform/index.ts";
import { eventStatement, type TenantEvent } from "../../src/tenants/index.ts";
import { fanOut } from "../../src/webhooks/fan-out.ts";
import { call } from "../support/call.ts";
import { aTenant } from "../support/people.ts";
import { aReceiver } from "../support/webhook-endpoint.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** The most events that one call replays. */
const A_CALL = 1_000;
const PHISHING = { inspectionId: "insp_1", verdict: "phishing", score: 90, channel: "sms" };

interface Answer {
  events: number;
  next?: object;
}

/** A receiver that answers 200 or 410, with its events and replays. */
async function aRecovering(more: object = {}) {
  let status = 200;
  const receiver = await aReceiver(() => new Response("", { status }), more);
  const { tenantId, as, path, endpoint, sent, later, ping } = receiver;
  const happens = async (id: string, createdAt: number, rest: Partial<TenantEvent> = {}) => {
    const event = { id, tenantId, type: "inspection.flagged", data: PHISHING, createdAt, ...rest };
    await eventStatement(database(env), event);
    expect([...(await fanOut(env, [id], Date.now()))]).toEqual([]);
  };
  const switchOff = async () => {
    status = 410;
    await ping();
    await later(0);
    status = 200;
  };
  const enable = async () => {
    expect((await call("POST", `${path}/enable`, { as })).status).toBe(200);
  };
  const replay = async (body: object) => {
    const answer = await call("POST", `${path}/replay`, { as, body });
    expect(answer.status).toBe(200);
    return answer.json<Answer>();
  };
  /** Sets when the endpoint was registered. */
  const setCreatedAt = async (createdAt: number) => {
    const update = env.DB.prepare("UPDATE webhook_endpoints SET created_at = ? WHERE id = ?");
    await update.bind(createdAt, endpoint.id).run();
  };
  const ids = (from = 0) => sent.slice(from).map(({ headers }) => headers["webhook-id"]);
  return { ...receiver, happens, switchOff, enable, replay, setCreatedAt, ids };
}

function timeAt(at: number): string {
  return new Date(at).toISOString();
}

it("an event that the queue delivers again reaches no endpoint registered since", async () => {
  const { as, path, happens } = await aRecovering();
  const id = `evt_${crypto.randomUUID()}`;
  await happens(id, Date.now());
  const list = path.slice(0, path.lastIndexOf("/"));
  const body = { url: "http://localhost:9/new", events: ["inspection.flagged"] };
  const made = await (await call("POST", list, { as, body })).json<{ id: string }>();
  expect([...(await fanOut(env, [id], Date.now()))]).toEqual([]);
  const log = await call("GET", `${list}/${made.id}/deliveries`, { as });
  expect(await log.json()).toMatchObject({ total: 0 });
  await call("DELETE", `${list}/${made.id}`, { as });
});

describe("POST .../replay", () => {
  it("200 by `since` sends the events from before, during and after a switch-off once each, in order", async () => {
    const { happens, switchOff, enable, replay, setCreatedAt, later, sent, ids } =
      await aRecovering();
    const start = Date.now() - DAY_MS;
    await setCreatedAt(start - 1);
    await happens("a_before", start);
    await later(0);
    await switchOff();
    await happens("c_while_off", start + 2_000);
    await happens("b_while_off", start + 1_000);
    await enable();
    await happens("d_since", start + 3_000);
    await later(0);
    const before = sent.length;
    const answer = await replay({ since: timeAt(start), until: timeAt(start + DAY_MS / 2) });
    expect(answer).toEqual({ events: 4 });
    await later(0);
    await later(0);
    const again = ["a_before", "b_while_off", "c_while_off", "d_since"];
    expect(ids(before)).toEqual(again);
    const bodies = sent.map(({ body, headers }) => `${headers["webhook-id"]} ${body}`);
    const own = bodies.filter((one) => again.some((id) => one.startsWith(id)));
    expect(new Set(own).size).toBe(again.length);
  });

  it("200 sends only the event types and verdicts that the endpoint takes, of its own tenant", async () => {
    const events = ["inspection.flagged", "endpoint.disabled"];
    const filter = { verdicts: ["phishing"] };
    const receiver = await aRecovering({ events, filter });
    const { tenantId, switchOff, happens, enable, replay, setCreatedAt, later, ids, sent } =
      receiver;
    const at = Date.now() - DAY_MS;
    await setCreatedAt(at);
    await switchOff();
    await happens("wanted", at);
    await happens("of_another_tenant", at, { tenantId: await aTenant() });
    await happens("of_another_kind", at, { type: "quota.threshold", data: { percent: 80 } });
    await happens("of_another_verdict", at, { data: { ...PHISHING, verdict: "spam" } });
    await enable();
    const before = sent.length;
    const kinds = await env.DB.prepare("SELECT type FROM tenant_events WHERE tenant_id = ?")
      .bind(tenantId)
      .all<{ type: string }>();
    expect(kinds.results).toHaveLength(4);
    expect(kinds.results).toContainEqual({ type: "endpoint.disabled" });
    expect(await replay({ since: timeAt(at) })).toEqual({ events: 1 + 1 });
    await later(0);
    expect(ids(before)).toEqual(["wanted", ids(0)[0]]);
  });

  it("200 reaches back thirty days at most, and not to before the endpoint was registered", async () => {
    const { happens, replay, setCreatedAt, switchOff, enable, later, ids, sent } =
      await aRecovering();
    const now = Date.now();
    await switchOff();
    await happens("old", now - 31 * DAY_MS);
    await happens("month", now - 29 * DAY_MS);
    await happens("week", now - 7 * DAY_MS);
    await enable();
    const before = sent.length;
    const order = { since: "2020-01-01T00:00:00Z", until: timeAt(now - DAY_MS) };
    await setCreatedAt(now - 8 * DAY_MS);
    expect(await replay(order)).toEqual({ events: 1 });
    await setCreatedAt(now - 100 * DAY_MS);
    expect(await replay(order)).toEqual({ events: 2 });
    await later(0);
    expect(ids(before)).toEqual(["month", "week"]);
    const beforeAll = { since: "1969-01-01T00:00:00Z", until: "1970-01-01T00:00:00Z" };
    expect(await replay(beforeAll)).toEqual({ events: 0 });
  });

  it("200 reaches an event of the moment in which the endpoint was registered, whatever `after` says of earlier ones", async () => {
    const { happens, replay, setCreatedAt, switchOff, enable } = await aRecovering();
    const registered = Date.now() - DAY_MS;
    await switchOff();
    await happens("first", registered);
    await enable();
    await setCreatedAt(registered);
    const until = timeAt(registered + 1);
    const after = "z";
    expect(await replay({ since: timeAt(registered - 1), after, until })).toEqual({ events: 1 });
    expect(await replay({ since: timeAt(registered), after, until })).toEqual({ events: 0 });
  });

  it("200 includes pings from `since` to `until`, both inclusive", async () => {
    const { ping, log, replay, later } = await aRecovering();
    await ping();
    await later(0);
    const { items } = (await log()) as { items: [{ createdAt: string }] };
    const at = Date.parse(items[0].createdAt);
    const within = (since: number, until: number) =>
      replay({ since: timeAt(since), until: timeAt(until) });
    // A replay starts no earlier than the endpoint, which may be of the same moment.
    expect(await within(at - DAY_MS, at - 1)).toEqual({ events: 0 });
    expect(await within(at - DAY_MS, at)).toEqual({ events: 1 });
    expect(await within(at, at)).toEqual({ events: 1 });
    expect(await within(at + 1, at + DAY_MS)).toEqual({ events: 0 });
  });

  it("200 gives an event that had failed for good all of its attempts again", async () => {
    let status = 500;
    const receiver = await aReceiver(() => new Response("", { status }));
    const { as, path, deliver, later, sent, log } = receiver;
    await deliver("evt_1");
    for (let round = 0; round < 12; round += 1) await later(DAY_MS + DAY_MS / 4);
    expect(await log()).toMatchObject({ items: [{ state: "failed" }] });
    expect(sent).toHaveLength(10);
    const body = { eventId: "evt_1" };
    const replay = async () =>
      expect((await call("POST", `${path}/replay`, { as, body })).status).toBe(200);
    const nextAt = async () => {
      const { items } = await log<{ items: [{ attempts: { at: string; nextAt?: string }[] }] }>();
      const { at = "", nextAt: next } = items[0].attempts.at(-1) ?? {};
      return next === undefined ? undefined : Date.parse(next) - Date.parse(at);
    };
    expect(await nextAt()).toBeUndefined();
    await replay();
    // Due at once by the object's clock, not when its schedule said before.
    const REST = 2 * (DAY_MS + DAY_MS / 4);
    expect(await nextAt()).toBe(REST);
    await later(0);
    expect(await log()).toMatchObject({ items: [{ state: "pending" }] });
    expect(await nextAt()).toBe(5_000);
    await replay();
    expect(await nextAt()).toBe(0);
    status = 200;
    // After eleven failures in a row the breaker lets one try ten minutes later.
    await later(10 * MINUTE_MS);
    expect(await log()).toMatchObject({ items: [{ state: "delivered" }] });
    expect(sent).toHaveLength(12);
  });

  it("404 for an event that only another endpoint's log holds", async () => {
    const { path, as } = await aRecovering();
    const other = await aReceiver();
    const body = { eventId: await other.ping() };
    expect((await call("POST", `${path}/replay`, { as, body })).status).toBe(404);
    const again = await call("POST", `${other.path}/replay`, { as: other.as, body });
    expect(await again.json()).toEqual({ events: 1 });
  });

  it("400 with the field in the details if `until` is before `since`", async () => {
    const { path, as } = await aRecovering();
    const start = Date.now() - DAY_MS;
    const body = { since: timeAt(start), until: timeAt(start - 1) };
    const answer = await call("POST", `${path}/replay`, { as, body });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      error: "invalid_request",
      details: [{ path: "since", message: 'must not lie after "until"' }],
    });
  });

  it("200 with `next` to continue if there are more events than one call replays", async () => {
    const { tenantId, replay, setCreatedAt, ping, later, ids, sent } = await aRecovering();
    const start = Date.now() - DAY_MS;
    await setCreatedAt(start);
    const id = (at: number) => `${tenantId}_${String(at).padStart(5, "0")}`;
    const all = Array.from({ length: A_CALL + 3 }, (_, at) => id(at));
    // Three of one moment around the place where the first call ends.
    const moment = (at: number) => start + Math.min(at, A_CALL - 2) + (at > A_CALL ? 1 : 0);
    const rows = JSON.stringify(all.map((one, at) => ({ id: one, at: moment(at) })));
    await env.DB.prepare(
      `INSERT INTO tenant_events SELECT value ->> 'id', ?, 'inspection.flagged', ?,
         value ->> 'at', value ->> 'at' FROM json_each(?)`,
    )
      .bind(tenantId, JSON.stringify(PHISHING), rows)
      .run();
    const pinged = await ping();
    await later(0);
    const first = await replay({ since: timeAt(start) });
    expect(first).toMatchObject({ events: A_CALL, next: { after: id(A_CALL - 1) } });
    expect(await replay(first.next ?? {})).toEqual({ events: 3 + 1 });
    for (let alarms = 0; sent.length < all.length + 2 && alarms < 100; alarms += 1) await later(1);
    expect(ids(1)).toEqual([...all, pinged]);
  });
});

describe("the audit log of webhooks", () => {
  it("holds the new host of a moved endpoint without its path, and each replay that sent events", async () => {
    const { tenantId, as, path, happens, replay, endpoint } = await aRecovering();
    const now = Date.now();
    await happens("evt_one", now);
    const move = async (url: string) =>
      expect((await call("PATCH", path, { as, body: { url } })).status).toBe(200);
    await move("http://localhost:10/token-a1b2c3");
    expect(await replay({ since: timeAt(now) })).toEqual({ events: 1 });
    expect(await replay({ eventId: "evt_one" })).toEqual({ events: 1 });
    expect(await replay({ since: timeAt(now + DAY_MS) })).toEqual({ events: 0 });
    await move("http://localhost:9/hook");
    const query = `select action, actor, detail from audit_log
      where tenant_id = ? and target = ? and action <> 'webhook.created' order by seq`;
    const { results } = await env.DB.prepare(query).bind(tenantId, endpoint.id).all();
    const actor = `token:${as.split("_")[2]}`;
    const line = (action: string, detail: object) => ({
      action,
      actor,
      detail: JSON.stringify(detail),
    });
    expect(results).toEqual([
      line("webhook.changed", { fields: ["url"], host: "localhost:10" }),
      line("webhook.replayed", { events: 1 }),
      line("webhook.replayed", { events: 1 }),
      line("webhook.changed", { fields: ["url"], host: "localhost:9" }),
    ]);
  });
});
