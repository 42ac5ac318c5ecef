import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { call } from "../support/call.ts";
import { aReceiver, letTick } from "../support/webhook-endpoint.ts";
import { rounds } from "../support/rounds.ts";

const SECOND = 1_000;
const HOUR = 3_600_000;
const ATTEMPTS = 10;
const WAITS = [0, 1, 5 * SECOND, 60 * SECOND, 360 * SECOND, HOUR, 3 * HOUR];
const STATUSES = [200, 200, 500, 503];
const PACES = [null, 2, 60];

const order = fc.oneof(
  fc.record({ does: fc.constantFrom("replay", "ping"), n: fc.nat(30) }),
  fc.record({ does: fc.constant("pace"), n: fc.nat(PACES.length - 1) }),
  fc.record({ does: fc.constantFrom("order", "pause", "enable", "move", "trouble"), n: fc.nat(1) }),
);
const step = fc.oneof(
  { weight: 2, arbitrary: order },
  fc.record({ does: fc.constant("deliver"), n: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ does: fc.constant("answer"), n: fc.nat(STATUSES.length - 1) }),
  fc.record({
    does: fc.constant("during"),
    orders: fc.array(order, { minLength: 1, maxLength: 3 }),
  }),
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant("wait"), n: fc.nat(WAITS.length - 1) }),
  },
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface Listed {
  items: { eventId: string }[];
}

/** An endpoint and its receiver, with the events handed over and how often each was delivered. */
async function aWorld() {
  let status = 200;
  let during = async () => {};
  const given: string[] = [];
  const delivered = new Map<string, number>();
  const replays = new Map<string, number>();
  /** What is to be sent still, and how often it may fail before it is given up. */
  const owed = new Map<string, { left: number }>();
  const owe = (id: string) => owed.set(id, { left: ATTEMPTS });
  /** Undefined while it is being changed: a call may do so during a ping. */
  let paused: boolean | undefined = false;
  const count = (of: Map<string, number>, id: string) => of.set(id, (of.get(id) ?? 0) + 1);
  const receiver = await aReceiver(async ({ headers }) => {
    const [answered, happens, id = ""] = [status, during, headers["webhook-id"]];
    const debt = owed.get(id) ?? { left: 0 };
    during = async () => {};
    await happens();
    debt.left = answered === 200 ? 0 : debt.left - 1;
    // An event replayed meanwhile is owed anew.
    if (owed.get(id) === debt && debt.left <= 0) owed.delete(id);
    if (answered === 200) count(delivered, id);
    return new Response("", { status: answered });
  });
  const { path, as, stub, deliver, later } = receiver;
  await letTick(stub);
  const ask = async (method: string, rest: string, body?: object) => {
    const answer = await call(method, path + rest, body === undefined ? { as } : { as, body });
    expect([200, 202]).toContain(answer.status);
    return answer;
  };
  const become = async (to: boolean, ...order: Parameters<typeof ask>) => {
    paused = undefined;
    await ask(...order);
    paused = to;
  };
  const orders: Record<string, (n: number) => Promise<unknown>> = {
    replay: async (n) => {
      const eventId = given[n % given.length];
      if (eventId === undefined) return;
      owe(eventId);
      await ask("POST", "/replay", { eventId });
      count(replays, eventId);
    },
    ping: async () => {
      const before = paused;
      const answer = await call("POST", `${path}/ping`, { as });
      const isKnown = before !== undefined && before === paused;
      expect(isKnown ? [before ? 409 : 202] : [202, 409]).toContain(answer.status);
      if (answer.status === 202) given.push((await answer.json<{ eventId: string }>()).eventId);
    },
    pace: (n) => ask("PATCH", "", { maxPerMinute: PACES[n] }),
    order: (n) => ask("PATCH", "", { ordered: n === 1 }),
    move: (n) => ask("PATCH", "", { url: `http://localhost:9/${n}` }),
    pause: () => become(true, "PATCH", "", { paused: true }),
    enable: () => become(false, "POST", "/enable"),
    trouble: (n) =>
      runInDurableObject(stub, (object) => {
        Object.assign(object, { env: n === 1 ? { ...env, ENVIRONMENT: "production" } : env });
      }),
    deliver: (n) => {
      const ids = Array.from({ length: n }, () => `evt_${given.length}_${crypto.randomUUID()}`);
      given.push(...ids);
      ids.forEach(owe);
      return deliver(...ids);
    },
    answer: async (n) => (status = STATUSES[n] ?? 200),
    wait: (n) => later(WAITS[n] ?? 0),
  };
  const act = async (one: Step): Promise<void> => {
    if (!("orders" in one)) return void (await orders[one.does]?.(one.n));
    during = async () => {
      for (const { does, n } of one.orders) await orders[does]?.(n);
    };
  };
  /** The receiver answers 200 again, and every delivery had time for all its attempts. */
  const end = async () => {
    during = async () => {};
    status = 200;
    await ask("POST", "/enable");
    await ask("PATCH", "", { maxPerMinute: null });
    await orders["trouble"]?.(0);
    for (let turn = 0; turn < 2 * ATTEMPTS; turn += 1) await later(12 * HOUR);
    return (await ask("GET", "/deliveries?limit=100")).json<Listed>();
  };
  return { act, end, given, delivered, replays, owed };
}

describe("a webhook endpoint under any order of events, answers, changes and replays, also during a call", () => {
  it("loses no event, and delivers each at most once more than it was replayed", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const { act, end, given, delivered, replays, owed } = await aWorld();
        for (const one of steps) await act(one);
        const { items } = await end();
        expect(items.map(({ eventId }) => eventId).toSorted()).toEqual(given.toSorted());
        expect([...owed.keys()]).toEqual([]);
        for (const id of given) {
          expect(delivered.get(id) ?? 0).toBeLessThanOrEqual(1 + (replays.get(id) ?? 0));
        }
      }),
      { numRuns: rounds(75) },
    );
  });
});
