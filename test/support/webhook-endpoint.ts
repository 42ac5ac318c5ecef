import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, onTestFinished } from "vitest";
import type { WebhookEndpoint } from "../../src/webhooks/delivery/endpoint-object.ts";
import { claimTenant } from "../../src/access/index.ts";
import { settle } from "../../src/http/index.ts";
import { database, HOUR_MS, livePlatform } from "../../src/platform/index.ts";
import { removeEndpoint } from "../../src/webhooks/endpoints/change-endpoint.ts";
import { createEndpoint } from "../../src/webhooks/endpoints/create-endpoint.ts";
import { newEndpoint } from "../../src/webhooks/schemas.ts";
import { configOf } from "../../src/webhooks/endpoints/object-of.ts";
import { findEndpoint } from "../../src/webhooks/endpoints/store.ts";
import { call } from "./call.ts";
import { aMember, aTenant, ROOT } from "./people.ts";

const STEP_HOURS = 2;

export interface Endpoint {
  id: string;
  secret: string;
}

export interface Sent {
  url: string;
  body: string;
  headers: Record<string, string>;
  redirect: string;
}

type Answer = (sent: Sent) => Response | Promise<Response>;

async function anEndpointOf(tenant: string, more: object): Promise<Endpoint> {
  const url = "http://localhost:9/hook";
  const order = newEndpoint.parse({ url, events: ["inspection.flagged", "ping"], ...more });
  const tenantId = settle(claimTenant(ROOT, tenant));
  const place = { env, platform: livePlatform, by: ROOT, tenantId };
  const { row, secret } = settle(await createEndpoint(place, order, "rampart.test"));
  onTestFinished(async () => void (await removeEndpoint({ ...place, id: row.id })));
  return { id: row.id, secret };
}

/** Makes an endpoint of a new tenant, whose receiver is the test itself. */
export async function aReceiver(answer: Answer = () => new Response("ok"), more: object = {}) {
  const tenantId = await aTenant();
  const as = await aMember(tenantId);
  const path = `/admin/tenants/${tenantId}/webhooks`;
  const endpoint = await anEndpointOf(tenantId, more);
  const stub = env.WEBHOOK_ENDPOINT.get(env.WEBHOOK_ENDPOINT.idFromName(endpoint.id));
  const sent: Sent[] = [];
  let now = Date.now();
  await runInDurableObject(stub, (object: WebhookEndpoint) => {
    object.clock = () => now;
    object.random = () => 0.5;
    object.fetcher = async (input, init) => {
      const request = new Request(input, init);
      const one = {
        url: request.url,
        body: await request.text(),
        headers: Object.fromEntries(request.headers),
        redirect: request.redirect,
      };
      sent.push(one);
      return answer(one);
    };
    ringInTurn(object);
  });
  const later = async (ms: number) => {
    now += ms;
    await runDurableObjectAlarm(stub);
  };
  const one = `${path}/${endpoint.id}`;
  const ping = async () => {
    const answered = await call("POST", `${one}/ping`, { as });
    expect(answered.status).toBe(202);
    const { eventId } = await answered.json<{ eventId: string }>();
    return eventId;
  };
  /** Delivers events of flagged messages straight to the endpoint's object. */
  const deliver = async (...ids: string[]) => {
    const row = await findEndpoint(database(env), tenantId, endpoint.id);
    if (row === undefined) throw new Error("the endpoint is gone");
    const one = { type: "inspection.flagged", body: "{}", createdAt: now };
    const events = ids.map((id) => ({ id, ...one }));
    await stub.deliver(events, configOf(row));
  };
  const log = async <T = unknown>() => (await call("GET", `${one}/deliveries`, { as })).json<T>();
  return { tenantId, as, path: one, endpoint, stub, sent, later, ping, deliver, log };
}

/**
 * Makes alarms run one after the other, as on the platform, which does not know when a test rings one.
 */
function ringInTurn(object: WebhookEndpoint): void {
  const ring = object.alarm.bind(object);
  let before = Promise.resolve();
  object.alarm = () => (before = before.then(ring));
}

/** Lets so many hours pass; every other hour the endpoint is looked after. */
export async function passHours(
  later: (ms: number) => Promise<void>,
  hours: number,
): Promise<void> {
  for (let left = hours; left > 0; left -= STEP_HOURS) {
    await later(Math.min(left, STEP_HOURS) * HOUR_MS);
  }
}

/**
 * Lets the clock move with each call, so that, as in reality, no call and its replay are in the same
 * millisecond.
 */
export async function letTick(stub: DurableObjectStub<WebhookEndpoint>): Promise<void> {
  await runInDurableObject(stub, (object: WebhookEndpoint) => {
    const { clock } = object;
    let ticks = 0;
    object.clock = () => clock() + (ticks += 1);
  });
}

/**
 * Deletes the endpoint after the test: an object whose clock stands still would ring for due deliveries
 * until the last test has ended.
 */
export function closeAfterwards(path: string, as: string): void {
  onTestFinished(async () => {
    await call("DELETE", path, { as });
  });
}
