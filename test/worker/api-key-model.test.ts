import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { TenantGate } from "../../src/tenants/gate/gate-object.ts";
import { anApp } from "../support/app.ts";
import { aNewOperator, aTenant } from "../support/people.ts";
import { rounds } from "../support/rounds.ts";
import { WaitingClock, waitingGate } from "../support/waiting-gate.ts";

const SECOND = 1_000;
/** Within this time a change counts everywhere, and what others have spent of a cap. */
const LEASE = 15 * SECOND;
const HEARD = 27 * SECOND;
const START = Date.parse("2031-05-20T10:00:00Z");
const WAITS = [1, SECOND, 4 * SECOND, 9 * SECOND, LEASE, 40 * SECOND, 300 * SECOND];
const GRACES = [0, 10, 60];
const CAPS = [3, 1, null, 2];
const WEIGHTS = { call: 9, wait: 4, create: 1, rotate: 4, disable: 1, enable: 2, scope: 1 };
const MORE = { end: 1, cap: 2, delete: 1 };
const DONE = new Set([200, 201, 204]);

const step = fc.record({
  does: fc.oneof(
    ...Object.entries({ ...WEIGHTS, ...MORE }).map(([does, weight]) => ({
      weight,
      arbitrary: fc.constant(does),
    })),
  ),
  key: fc.nat(5),
  n: fc.nat(6),
  isolate: fc.nat(1),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface State {
  at: number;
  isGone: boolean;
  isDisabled: boolean;
  hasScope: boolean;
  expiresAt: number;
  cap: number | null;
}
interface Key {
  id: string;
  text: string;
  chain: Key[];
  states: State[];
  spent: number[];
}

function verdict(state: State, now: number, spent: number): number {
  if (state.isGone || state.isDisabled || state.expiresAt <= now) return 401;
  if (!state.hasScope) return 403;
  return state.cap !== null && spent >= state.cap ? 429 : 200;
}

async function aWorld() {
  const tenantId = await aTenant();
  const clock = new WaitingClock(START);
  const as = await aNewOperator(undefined, clock.now);
  const gate = env.TENANT_GATE.get(env.TENANT_GATE.idFromName(tenantId));
  await runInDurableObject(gate, (object: TenantGate) => {
    object.clock = () => clock.now;
  });
  const isolates = [waitingGate(clock, gate), waitingGate(clock, gate)];
  const { request } = anApp({ now: () => clock.now });
  const path = `/admin/tenants/${tenantId}/api-keys`;
  const keys: Key[] = [];
  const order = async (method: string, rest: string, body?: object) => {
    const headers = { authorization: `Bearer ${as}`, "content-type": "application/json" };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const answer = await request(`http://rampart.test${path}${rest}`, init);
    const isDone = DONE.has(answer.status);
    return isDone && method === "POST" ? answer.json<{ id: string; key: string }>() : isDone;
  };
  const stateOf = (key: Key) => key.states.at(-1) as State;
  const become = (key: Key, change: Partial<State>) =>
    key.states.push({ ...stateOf(key), ...change, at: clock.now });
  const make = ({ id, key: text }: { id: string; key: string }, state: State, chain: Key[]) => {
    const made: Key = { id, text, chain, states: [{ ...state, at: clock.now }], spent: [] };
    chain.push(made);
    keys.push(made);
  };
  const create = async (n: number) => {
    const cap = CAPS[n % CAPS.length] ?? null;
    const made = await order("POST", "", { name: "k", scopes: ["urlsearch"], monthlyCap: cap });
    const state = { isGone: false, isDisabled: false, hasScope: true, expiresAt: Infinity, cap };
    if (typeof made !== "object") throw new Error("no key");
    make(made, { ...state, at: clock.now }, []);
  };
  const patch = async (key: Key, body: object, change: Partial<State>) => {
    if (await order("PATCH", `/${key.id}`, body)) become(key, change);
  };
  const ask = async (key: Key, isolate: number) => {
    const { now } = clock;
    const answer = await isolates[isolate]?.(tenantId, key.text, "urlsearch");
    const spent = key.chain.flatMap((one) => one.spent);
    const known = spent.filter((at) => at <= now - HEARD).length;
    const since = key.states.findLastIndex(({ at }) => at <= now - LEASE);
    const counting = key.states.slice(Math.max(0, since));
    const allowed = counting.flatMap((state) => [
      verdict(state, now, known),
      verdict(state, now, spent.length),
    ]);
    expect(allowed).toContain(answer);
    if (answer === 200) key.spent.push(now);
  };
  const act = async ({ does, key: which, n, isolate }: Step) => {
    const key = keys[which % Math.max(1, keys.length)];
    const { now } = clock;
    if (does === "wait") await clock.pass(WAITS[n] ?? 0);
    else if (key === undefined || does === "create") await create(n);
    else if (does === "call") await ask(key, isolate);
    else if (does === "disable") await patch(key, { disabled: true }, { isDisabled: true });
    else if (does === "enable") await patch(key, { disabled: false }, { isDisabled: false });
    else if (does === "scope") {
      const hasScope = n > 2;
      await patch(key, { scopes: [hasScope ? "urlsearch" : "antispam"] }, { hasScope });
    } else if (does === "cap") {
      const cap = CAPS[n % CAPS.length] ?? null;
      await patch(key, { monthlyCap: cap }, { cap });
    } else if (does === "end") {
      const end = n === 0 ? null : now + (WAITS[n] ?? 0);
      const expiresAt = end === null ? null : new Date(end).toISOString();
      await patch(key, { expiresAt }, { expiresAt: end ?? Infinity });
    } else if (does === "delete") {
      if (await order("DELETE", `/${key.id}`)) become(key, { isGone: true });
    } else if (does === "rotate") {
      const graceSeconds = GRACES[n % GRACES.length] ?? 0;
      const made = await order("POST", `/${key.id}/rotate`, { graceSeconds });
      if (typeof made !== "object") return;
      make(made, stateOf(key), key.chain);
      const expiresAt = Math.min(now + graceSeconds * SECOND, stateOf(key).expiresAt);
      become(key, { expiresAt });
    }
  };
  return { act };
}

it("an API key is let in as one of its states of the last lease allows, on two isolates, whatever is done to it", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 5, maxLength: 40, size: "max" }),
      async (steps) => {
        const { act } = await aWorld();
        for (const one of steps) await act(one);
      },
    ),
    { numRuns: rounds(25) },
  );
});
