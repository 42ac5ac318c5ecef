import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { anApp } from "../support/app.ts";

/** The product over a bucket of its own, which counts what is written and may hold it up. */
function anIsolate(whenPut: () => Promise<unknown> = async () => undefined) {
  const moment = { now: Date.now() };
  let writes = 0;
  const put = async () => {
    writes += 1;
    return whenPut();
  };
  const OBJECTS = { put, head: env.OBJECTS.head.bind(env.OBJECTS) } as unknown as R2Bucket;
  const { request } = anApp({ now: () => moment.now }, { OBJECTS });
  const ask = async () => (await request("/readyz")).status;
  return { ask, moment, writes: () => writes };
}

describe("GET /readyz for many", () => {
  it("within a second all hear of one try, and of the next one after it", async () => {
    const { ask, moment, writes } = anIsolate();
    expect(new Set(await Promise.all(Array.from({ length: 20 }, ask)))).toEqual(new Set([200]));
    moment.now += 999;
    expect([await ask(), writes()]).toEqual([200, 1]);
    moment.now += 1;
    expect([await ask(), writes()]).toEqual([200, 2]);
  });

  it("what failed is tried again after a second, and what has failed since is seen", async () => {
    let fails = true;
    const { ask, moment } = anIsolate(async () => {
      if (fails) throw new Error("put: We encountered an internal error. (10001)");
    });
    expect(await ask()).toBe(503);
    fails = false;
    expect(await ask()).toBe(503);
    moment.now += 1_000;
    expect(await ask()).toBe(200);
    fails = true;
    moment.now += 1_000;
    expect(await ask()).toBe(503);
  });

  it("a clock that was set back keeps nobody from trying", async () => {
    const { ask, moment, writes } = anIsolate();
    await ask();
    moment.now -= 60_000;
    expect([await ask(), writes()]).toEqual([200, 2]);
  });

  it("who comes during a slow try hears of its end, and makes none of his own", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { ask, moment, writes } = anIsolate(() => promise);
    const first = ask();
    moment.now += 2_000;
    const second = ask();
    await scheduler.wait(50);
    resolve();
    expect([await first, await second, writes()]).toEqual([200, 200, 1]);
  });
});
