import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { refreshSources } from "../../../src/intel/jobs.ts";
import { putSource } from "../../../src/intel/store.ts";
import { database, livePlatform } from "../../../src/platform/index.ts";
import { call } from "../../support/call.ts";
import { aName, aSource } from "../../support/intel.ts";
import { anOperator } from "../../support/people.ts";

const address = "https://feeds.rampart.dev/retried.txt";

async function shown(id: string): Promise<{ id: string } | undefined> {
  const answer = await call("GET", "/admin/intel/sources", { as: await anOperator() });
  const { items } = await answer.json<{ items: { id: string }[] }>();
  return items.find((item) => item.id === id);
}

describe("the refresh of sources", () => {
  it("a source whose load fails shows why and is tried again, after 5 min and at ever longer intervals", async () => {
    const minute = 60_000;
    const id = await aSource({ address, refresh: true, intervalSeconds: 86_400 });
    const start = Date.now();
    let puts = 0;
    const put = () => {
      puts += 1;
      throw new Error("the store does not answer");
    };
    const OBJECTS = new Proxy(env.OBJECTS, {
      get: (bucket, name) =>
        name === "put" ? put : (Reflect.get(bucket, name) as () => unknown).bind(bucket),
    });
    const lines: { event: string }[] = [];
    const refresh = (now: number, bindings = { ...env, OBJECTS }) =>
      refreshSources(bindings, {
        ...livePlatform,
        log: (line) => lines.push(line),
        now: () => now,
        fetch: async () => new Response(aName()),
      });
    const tries = async (from: number, to: number) => {
      const before = puts;
      for (let at = from; at <= to; at += 1) await refresh(start + at * minute);
      return puts - before;
    };

    expect(await tries(0, 0)).toBe(1);
    expect(await shown(id)).toMatchObject({
      status: "failed",
      lastError: "The feed could not be loaded: Error: the store does not answer",
    });
    expect(await tries(1, 4)).toBe(0);
    expect(await tries(5, 5)).toBe(1);
    expect(await tries(6, 14)).toBe(0);
    expect(await tries(15, 15)).toBe(1);
    // An hour apart at most, however long it goes on.
    expect(await tries(16, 16 + 4 * 60)).toBeGreaterThanOrEqual(5);
    expect(lines.filter(({ event }) => event === "feed_failed").length).toBe(puts);

    await refresh(start + 6 * 60 * minute, env);
    expect(await shown(id)).toMatchObject({ status: "live", rows: 1 });
    await putSource(database(env), id, { refresh: false });
  });

  it("a source whose load fails is tried again at its interval at the latest", async () => {
    const minute = 60_000;
    const id = await aSource({ address, refresh: true, intervalSeconds: 600 });
    const start = Date.now();
    const asked: number[] = [];
    for (let at = 0; at <= 36; at += 1) {
      const fetch = async () => {
        asked.push(at);
        return new Response(aName());
      };
      const put = () => {
        throw new Error("the store does not answer");
      };
      const OBJECTS = new Proxy(env.OBJECTS, {
        get: (bucket, name) =>
          name === "put" ? put : (Reflect.get(bucket, name) as () => unknown).bind(bucket),
      });
      const now = () => start + at * minute;
      await refreshSources({ ...env, OBJECTS }, { ...livePlatform, log: () => {}, now, fetch });
    }
    expect(asked).toEqual([0, 5, 15, 25, 35]);
    await putSource(database(env), id, { refresh: false });
  });

  it("a source whose fetch was cut off is fetched again after an hour, then at its interval", async () => {
    const minute = 60_000;
    const id = await aSource({ address, refresh: true, intervalSeconds: 30 * 86_400 });
    const start = Date.now();
    let asked = 0;
    const refresh = (at: number, fetch: () => Promise<Response>) =>
      refreshSources(env, {
        ...livePlatform,
        log: () => undefined,
        now: () => start + at * minute,
        fetch: () => {
          asked += 1;
          return fetch();
        },
      });
    void refresh(0, () => new Promise(() => undefined));
    await expect.poll(() => asked).toBe(1);
    const good = async () => new Response(aName());
    await refresh(59, good);
    expect(asked).toBe(1);
    await refresh(60, good);
    expect([asked, await shown(id)]).toMatchObject([2, { status: "live", rows: 1 }]);
    await refresh(60 + 30 * 1_440 - 1, good);
    expect(asked).toBe(2);
    await refresh(60 + 30 * 1_440, good);
    expect(asked).toBe(3);
    await putSource(database(env), id, { refresh: false });
  });

  it("a source is fetched at once after the clock was set back, then at its interval", async () => {
    const hour = 3_600_000;
    const id = await aSource({ address, refresh: true, intervalSeconds: 3_600 });
    const start = Date.now();
    let asked = 0;
    const fetch = async () => {
      asked += 1;
      return new Response(aName());
    };
    const refresh = (at: number) =>
      refreshSources(env, { ...livePlatform, log: () => undefined, now: () => at, fetch });
    await refresh(start + 400 * hour);
    expect(asked).toBe(1);
    await refresh(start);
    await refresh(start + 1);
    expect(asked).toBe(2);
    await refresh(start + hour);
    expect(asked).toBe(3);
    await putSource(database(env), id, { refresh: false });
  });

  it("a source made again while it was fetched is fetched by the next refresh, as any new source", async () => {
    const wrong = { address, refresh: true, intervalSeconds: 86_400 };
    const id = await aSource(wrong);
    const as = await anOperator();
    const start = Date.now();
    let asked = 0;
    const refresh = (at: number, meanwhile = async () => {}) =>
      refreshSources(env, {
        ...livePlatform,
        log: () => undefined,
        now: () => start + at,
        fetch: async () => {
          asked += 1;
          await meanwhile();
          return new Response(aName());
        },
      });
    await refresh(0, async () => {
      expect((await call("DELETE", `/admin/intel/sources/${id}`, { as })).status).toBe(204);
      await aSource({ ...wrong, id, title: "Another" });
    });
    await refresh(60_000);
    expect([asked, await shown(id)]).toMatchObject([2, { status: "live", rows: 1 }]);
    await putSource(database(env), id, { refresh: false });
  });
});
