import { env } from "cloudflare:workers";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { refreshSources } from "../../../src/intel/jobs.ts";
import { putSource } from "../../../src/intel/store.ts";
import { database, livePlatform } from "../../../src/platform/index.ts";
import { call } from "../../support/call.ts";
import { aCaller, aName, anotherIsolate, aSource, upload } from "../../support/intel.ts";
import { anOperator } from "../../support/people.ts";

const MANIFEST = "intel/manifest.json";

// Isolates of a data centre without a cache: everything comes from the store.
beforeAll(() => void vi.stubGlobal("caches", undefined));
afterAll(() => void vi.unstubAllGlobals());

async function shown(id: string): Promise<object | undefined> {
  const answer = await call("GET", "/admin/intel/sources", { as: await anOperator() });
  const { items } = await answer.json<{ items: { id: string }[] }>();
  return items.find((item) => item.id === id);
}

async function versionOf(answer: Response): Promise<number> {
  return (await answer.json<{ version: number }>()).version;
}

describe("an older copy of the manifest put back in the store", () => {
  it("no version is given twice, so a tag from before does not match the new export", async () => {
    const source = await aSource();
    const [first, second, third] = [aName(), aName(), aName()];
    await upload(source, first);
    const copy = (await (await env.OBJECTS.get(MANIFEST))?.text()) ?? "";
    const { headers } = await aCaller();
    const list = async (more: Record<string, string> = {}) =>
      anotherIsolate().request("/api/v1/exports/domain.txt", { headers: { ...headers, ...more } });
    const version = await versionOf(await upload(source, second));
    const before = await list();
    expect((await before.text()).split("\n")).toContain(second);
    await env.OBJECTS.put(MANIFEST, copy);
    expect(await versionOf(await upload(source, `${first}\n${third}\n`))).toBeGreaterThan(version);
    expect(await shown(source)).toMatchObject({ status: "live", rows: 2 });
    const after = await list({ "if-none-match": before.headers.get("etag") ?? "" });
    expect(after.status).toBe(200);
    const lines = (await after.text()).split("\n");
    expect([lines.includes(third), lines.includes(second)]).toEqual([true, false]);
  });

  it("a publisher who answers 304 for a feed that is not live is asked without a tag the next time", async () => {
    const address = "https://feeds.rampart.dev/older.txt";
    const id = await aSource({ address, refresh: true, intervalSeconds: 300 });
    const [first, second] = [aName(), aName()];
    let feed = first;
    const asked: (string | null)[] = [];
    const fetch = async (_url: unknown, init?: RequestInit) => {
      const known = new Headers(init?.headers).get("if-none-match");
      asked.push(known);
      return known === `"${feed}"`
        ? new Response(null, { status: 304 })
        : new Response(feed, { headers: { etag: `"${feed}"` } });
    };
    let now = Date.now();
    const refresh = async () => {
      now += 300_000;
      const outside = { ...livePlatform, fetch: fetch as never, now: () => now };
      await refreshSources(env, { ...outside, log: () => undefined });
    };
    await refresh();
    const copy = (await (await env.OBJECTS.get(MANIFEST))?.text()) ?? "";
    feed = second;
    await refresh();
    await env.OBJECTS.put(MANIFEST, copy);
    await refresh();
    await refresh();
    await refresh();
    expect(asked).toEqual([null, `"${first}"`, `"${second}"`, null, `"${second}"`]);
    expect(
      (await (await aCaller()).ask("dnssearch", second, undefined, anotherIsolate())).sources,
    ).toEqual([id]);
    await putSource(database(env), id, { refresh: false });
  });

  it("503 if the copy names a deleted segment, and the source shows failed until a new feed", async () => {
    const source = await aSource();
    await upload(source, aName());
    const copy = (await (await env.OBJECTS.get(MANIFEST))?.text()) ?? "";
    const { objects } = await env.OBJECTS.list({ prefix: `intel/segments/${source}/` });
    await upload(source, aName());
    await env.OBJECTS.delete(objects.map(({ key }) => key));
    await env.OBJECTS.put(MANIFEST, copy);
    const { headers } = await aCaller();
    const ask = () => anotherIsolate().request("/api/v1/dnssearch?value=a.test", { headers });
    expect((await ask()).status).toBe(503);
    const lastError = expect.stringContaining(`of the source ${source} is damaged`) as string;
    expect(await shown(source)).toMatchObject({ status: "failed", lastError });
    await upload(source, aName());
    expect((await ask()).status).toBe(200);
    expect((await shown(source)) ?? {}).toMatchObject({ status: "live" });
  });
});
