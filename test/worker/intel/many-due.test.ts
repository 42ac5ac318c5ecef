import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it } from "vitest";
import { refreshSources } from "../../../src/intel/jobs.ts";
import { putSource } from "../../../src/intel/store.ts";
import { database, livePlatform } from "../../../src/platform/index.ts";
import { forgetSources } from "../../support/forget-sources.ts";
import { aSource } from "../../support/intel.ts";

afterEach(forgetSources);

const MINUTE = 60_000;
const start = Date.now();

/** Makes sources that are fetched every five minutes; the address of each ends in its number. */
async function sourcesOf(count: number): Promise<string[]> {
  const about = { kind: "ip", format: "ip-list", refresh: true, intervalSeconds: 300 };
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) {
    ids.push(await aSource({ ...about, address: `https://feeds.rampart.dev/many/${at}` }));
  }
  return ids;
}

/** Runs the job once; a fetch takes so long. Returns the numbers of the sources asked. */
async function runAt(
  minute: number,
  answer: (asked: number) => { status: number; takes?: number },
) {
  let now = start + minute * MINUTE;
  const asked: number[] = [];
  const fetch = async (url: unknown) => {
    const number = Number(String(url).split("/").at(-1));
    asked.push(number);
    const { status, takes = 0 } = answer(number);
    now += takes;
    return new Response(null, { status });
  };
  await refreshSources(env, { ...livePlatform, log: () => {}, now: () => now, fetch });
  return asked;
}

describe("many sources that are due at once", () => {
  it("are all fetched within their interval, once each", async () => {
    await sourcesOf(12);
    const asked: number[] = [];
    for (let minute = 0; minute < 5; minute += 1) {
      asked.push(...(await runAt(minute, () => ({ status: 304 }))));
    }
    expect(asked.toSorted((one, other) => one - other)).toEqual([...Array(12).keys()]);
  });

  it("are not held up by some that are slow and fail", async () => {
    const ids = await sourcesOf(6);
    const isSlow = (number: number) => number < 3;
    const answer = (number: number) =>
      isSlow(number) ? { status: 503, takes: MINUTE } : { status: 304 };
    const failed = { failedAt: start - MINUTE, lastError: "The source answered 503." };
    const due = { checkedAt: start - 5 * MINUTE };
    for (const [at, id] of ids.entries()) {
      await putSource(database(env), id, isSlow(at) ? { ...due, ...failed } : due);
    }
    const runs = [await runAt(0, answer), await runAt(1, answer), await runAt(2, answer)];
    expect(runs.map((asked) => asked.filter(isSlow).length)).toEqual([1, 1, 1]);
    expect(runs[0]?.filter((number) => !isSlow(number)).toSorted()).toEqual([3, 4, 5]);
  });

  it("are at most twenty a minute, and the others the minute after", async () => {
    await sourcesOf(21);
    const unchanged = () => ({ status: 304 });
    const runs = [await runAt(0, unchanged), await runAt(1, unchanged)];
    expect(runs.map(({ length }) => length)).toEqual([20, 1]);
  });

  it("are begun for half a minute only, since each may be large", async () => {
    await sourcesOf(4);
    const slow = () => ({ status: 304, takes: 20_000 });
    expect([await runAt(0, slow), await runAt(1, slow)].map(({ length }) => length)).toEqual([
      2, 2,
    ]);
  });
});
