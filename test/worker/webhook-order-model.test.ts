import * as fc from "fast-check";
import { expect, it } from "vitest";
import { call } from "../support/call.ts";
import { aReceiver } from "../support/webhook-endpoint.ts";
import { rounds } from "../support/rounds.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const ATTEMPTS = 10;
const WAITS = [0, 1, SECOND, 5 * SECOND, 21 * SECOND, MINUTE, 6 * MINUTE, 3 * HOUR, 15 * HOUR];
const STATUSES = [200, 200, 500];
const PACES = [null, 2, 30];

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant("deliver"), n: fc.integer({ min: 1, max: 4 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant("answer"), n: fc.nat(STATUSES.length - 1) }),
  },
  { weight: 5, arbitrary: fc.record({ does: fc.constant("wait"), n: fc.nat(WAITS.length - 1) }) },
  fc.record({ does: fc.constantFrom("pause", "enable", "ping"), n: fc.nat(3) }),
  { weight: 1, arbitrary: fc.record({ does: fc.constant("replay"), n: fc.nat(20) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function aWorld(maxPerMinute: number | null) {
  let [status, now, underWay] = [200, 0, 0];
  /** The events that have arrived, oldest first, and how often each may still be tried. */
  const given: string[] = [];
  const left = new Map<string, number>();
  const calls: number[] = [];
  const problems: string[] = [];
  const receiver = await aReceiver(
    async ({ headers }) => {
      const id = headers["webhook-id"] ?? "";
      const attempts = left.get(id);
      const answered = status;
      if (attempts === undefined) {
        if (given.includes(id)) problems.push(`${id} is sent again`);
        return new Response("", { status: answered });
      }
      const first = given.find((one) => left.has(one));
      if (id !== first) problems.push(`${id} is sent before ${first}`);
      if (underWay > 0) problems.push(`${id} is sent beside another`);
      calls.push(now);
      const minute = calls.filter((at) => at > now - MINUTE).length;
      if (maxPerMinute !== null && minute > maxPerMinute) problems.push(`${minute} calls a minute`);
      underWay += 1;
      await scheduler.wait(0);
      underWay -= 1;
      if (answered === 200 || attempts === 1) left.delete(id);
      else left.set(id, attempts - 1);
      return new Response("", { status: answered });
    },
    { ordered: true, maxPerMinute },
  );
  const { path, as, deliver, later } = receiver;
  const ask = (method: string, rest: string, body?: object) =>
    call(method, path + rest, body === undefined ? { as } : { as, body });
  const orders: Record<string, (n: number) => Promise<unknown>> = {
    deliver: async (n) => {
      const ids = Array.from({ length: n }, () => `evt_${crypto.randomUUID()}`);
      for (const id of ids) {
        given.push(id);
        left.set(id, ATTEMPTS);
      }
      await deliver(...ids);
    },
    answer: async (n) => (status = STATUSES[n] ?? 200),
    pause: () => ask("PATCH", "", { paused: true }),
    enable: () => ask("POST", "/enable"),
    ping: () => ask("POST", "/ping"),
    replay: async (n) => {
      const eventId = given[n % given.length];
      if (eventId === undefined) return;
      left.set(eventId, ATTEMPTS);
      await ask("POST", "/replay", { eventId });
    },
    wait: async (n) => {
      now += WAITS[n] ?? 0;
      await later(WAITS[n] ?? 0);
    },
  };
  const act = async ({ does, n }: Step) => {
    await orders[does]?.(n);
    expect(problems).toEqual([]);
  };
  const end = async () => {
    status = 200;
    await ask("POST", "/enable");
    for (let turn = 0; turn < 60 && left.size > 0; turn += 1) {
      now += HOUR;
      await later(HOUR);
    }
    expect([problems, [...left.keys()]]).toEqual([[], []]);
  };
  return { act, end };
}

it("an ordered endpoint with a limit gets one event after the other and keeps both, whatever happens", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...PACES),
      fc.array(step, { minLength: 5, maxLength: 25, size: "max" }),
      async (pace, steps) => {
        const { act, end } = await aWorld(pace);
        for (const one of steps) await act(one);
        await end();
      },
    ),
    { numRuns: rounds(25) },
  );
});
