import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { recallDictionaries } from "../../src/inspection/dictionaries/recall-dictionaries.ts";
import { livePlatform } from "../../src/platform/index.ts";
import { call } from "../support/call.ts";
import { aMember, aTenant } from "../support/people.ts";
import { rounds } from "../support/rounds.ts";

const PATH = "/detection-dictionaries";
const MEMORY_MS = 15_000;
const NAMES = ["one", "two", "three"];

const order = fc.record({
  does: fc.constantFrom("change", "change", "change", "switch", "remove"),
  n: fc.nat(NAMES.length - 1),
  behind: fc.constantFrom("none", "none", "none", "newest", "older"),
});
const step = fc.record({ orders: fc.array(order, { minLength: 1, maxLength: 3 }) });
type Order = typeof order extends fc.Arbitrary<infer T> ? T : never;

/** As its owner knows it; undefined when it is gone. */
type Known = { version: number; name: string; enabled: boolean } | undefined;

/**
 * The outcome of an order, and the dictionary after it. `seen` is the version that it names or, if it
 * names none, may have read: a deletion refuses what somebody else has just written.
 */
function after(
  known: Known,
  { does, n, behind }: Order,
  { seen, told }: { seen: number; told: number },
): [number, Known] {
  if (known === undefined) return [404, undefined];
  if (behind !== "none" && known.version !== seen) return [412, known];
  if (told === 409 && does === "remove" && known.version > seen) return [409, known];
  if (does === "remove") return [204, undefined];
  const { version, name, enabled } = known;
  const next = does === "change" ? { name: NAMES[n] ?? "", enabled } : { name, enabled: n === 0 };
  const isSame = next.name === name && next.enabled === enabled;
  return [204, { version: isSame ? version : version + 1, ...next }];
}

/** Every sequence in which they may have been carried out. */
function permute<T>(all: readonly T[]): T[][] {
  if (all.length < 2) return [[...all]];
  return all.flatMap((one, at) => permute(all.toSpliced(at, 1)).map((rest) => [one, ...rest]));
}

async function aWorld() {
  const tenantId = await aTenant();
  const as = await aMember(tenantId);
  const entries = [{ value: "lottery" }];
  const body = { name: "one", kind: "terms", entries, appliesTo: ["inspection"] };
  const { id } = await (await call("POST", PATH, { as, body })).json<{ id: string }>();
  let known: Known = { version: 1, name: "one", enabled: true };
  let now = Date.now();
  const send = async ({ does, n }: Order, ifMatch: string | undefined) => {
    const headers = ifMatch === undefined ? {} : { "if-match": ifMatch };
    const change = does === "change" ? { name: NAMES[n] } : { enabled: n === 0 };
    const about = does === "remove" ? { as, headers } : { as, headers, body: change };
    return (await call(does === "remove" ? "DELETE" : "PATCH", `${PATH}/${id}`, about)).status;
  };
  const read = async (): Promise<Known> => {
    const answer = await call("GET", `${PATH}/${id}`, { as });
    if (answer.status === 404) return undefined;
    const { version, name, enabled } = await answer.json<NonNullable<Known>>();
    expect(answer.headers.get("etag")).toBe(`"${id}.${version}"`);
    return { version, name, enabled };
  };
  return async (orders: Order[]) => {
    const before = known;
    const seen = orders.map(({ behind }) => (before?.version ?? 1) - (behind === "older" ? 1 : 0));
    const tags = orders.map(({ behind }, at) =>
      behind === "none" ? undefined : `"${id}.${seen[at]}"`,
    );
    const statuses = await Promise.all(orders.map((one, at) => send(one, tags[at])));
    known = await read();
    const outcomes = permute(orders.map((_, at) => at)).map((turns) => {
      let state = before;
      const all: number[] = [];
      for (const at of turns) {
        const one = orders[at] as Order;
        const about = { seen: seen[at] ?? 0, told: statuses[at] ?? 0 };
        [all[at], state] = after(state, one, about);
      }
      return JSON.stringify([all, state]);
    });
    expect(outcomes).toContain(JSON.stringify([statuses, known]));
    now += MEMORY_MS;
    const platform = { ...livePlatform, now: () => now };
    const inspected = await recallDictionaries({ env, platform, tenantId });
    const own = inspected?.filter(({ terms }) => terms?.isIn(["lottery"], "lottery ")) ?? [];
    expect(own.map(({ name }) => name)).toEqual(known?.enabled === true ? [known.name] : []);
  };
}

describe("a dictionary that several people change at once", () => {
  it("ends as if the changes came one after the other, and inspections use that state", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        const act = await aWorld();
        for (const { orders } of steps) await act(orders);
      }),
      { numRuns: rounds(25) },
    );
  });
});
