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

describe("GET /readyz by many callers", () => {
  it("one try serves all callers within a second, and then there is another", async () => {
    const { ask, moment, writes } = anIsolate();
    expect(new Set(await Promise.all(Array.from({ length: 20 }, ask)))).toEqual(new Set([200]));
    moment.now += 999;
    expect([await ask(), writes()]).toEqual([200, 1]);
    moment.now += 1;
    expect([await ask(), writes()]).toEqual([200, 2]);
  });

  it("503 for a second after a failure, then a new try sees a recovery, and later a new failure", async () => {
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

  it("a clock that is set back does not prevent a new try", async () => {
    const { ask, moment, writes } = anIsolate();
    await ask();
    moment.now -= 60_000;
    expect([await ask(), writes()]).toEqual([200, 2]);
  });

  it("a caller during a slow try waits for its result and starts no other", async () => {
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
