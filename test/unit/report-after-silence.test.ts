import { expect, it } from "vitest";
import { LeaseHolder } from "../../src/tenants/gate/lease-holder.ts";
import type { LeaseAnswer, LeaseRequest } from "../../src/tenants/gate/lease.ts";
import { reportAfterSilence } from "../../src/tenants/gate/report-after-silence.ts";

const NOW = Date.parse("2031-05-20T10:05:00Z");
const ANSWER: LeaseAnswer = {
  epoch: 1,
  terms: null,
  period: "2031-05",
  granted: 16,
  remaining: 100,
  ttlMs: 15_000,
  recall: false,
};

/** An isolate that has spent one unit, and whose gate fails this often after the first question. */
async function silentAfter(failures: number) {
  const heard: LeaseRequest[] = [];
  let asked = 0;
  const holder = new LeaseHolder(async (request) => {
    asked += 1;
    if (asked > 1 && asked <= 1 + failures) throw new Error("the gate has gone away");
    heard.push(request);
    return ANSWER;
  });
  const first = holder.renew(NOW);
  await first;
  const ticket = holder.take(1);
  if (ticket !== undefined) holder.keep(ticket, "k", "urlsearch");
  const waits: number[] = [];
  const wait = async (ms: number) => void waits.push(ms);
  const { promise, resolve } = Promise.withResolvers<unknown>();
  reportAfterSilence(holder, first, NOW, { outlive: resolve, wait });
  await promise;
  const units = heard.map(({ counters }) => counters.reduce((sum, one) => sum + one.units, 0));
  return { units, waits, asked: asked - 1 };
}

it.each([
  [0, [12_000]],
  [1, [12_000, 3_000]],
  [2, [12_000, 3_000, 3_000]],
])("units spent last are reported though the gate fails %i times", async (failures, waits) => {
  expect(await silentAfter(failures)).toEqual({ units: [0, 1], waits, asked: failures + 1 });
});

it("units spent last are left to the next call if the gate fails three times", async () => {
  const waits = [12_000, 3_000, 3_000];
  expect(await silentAfter(Infinity)).toEqual({ units: [0], waits, asked: 3 });
});
