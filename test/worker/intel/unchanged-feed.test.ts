import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import {
  changeManifest,
  MANIFEST_FILE,
  readManifest,
  type ManifestEntry,
} from "../../../src/intel/segments/manifest.ts";
import { reconfirm } from "../../../src/intel/refresh/publish.ts";
import { refreshSources } from "../../../src/intel/jobs.ts";
import type { ShownSource } from "../../../src/intel/source-schemas.ts";
import { putSource } from "../../../src/intel/store.ts";
import { database, livePlatform } from "../../../src/platform/index.ts";
import { freshnessOf } from "../../../src/portal/sources/freshness.tsx";
import { call } from "../../support/call.ts";
import { aCaller, aName, anotherIsolate, aSource, upload } from "../../support/intel.ts";
import { anOperator } from "../../support/people.ts";

const INTERVAL_SECONDS = 300;

it("a feed whose publisher keeps answering 304 is fresh, not late", async () => {
  const about = { refresh: true, intervalSeconds: INTERVAL_SECONDS };
  const id = await aSource({ ...about, address: "https://feeds.rampart.dev/unchanged.txt" });
  const feed = () => new Response(aName(), { headers: { etag: '"1"' } });
  const unchanged = () => new Response(null, { status: 304 });
  const end = Date.now();
  const askers: unknown[] = [];
  for (const turn of [4, 3, 2, 1, 0]) {
    const now = end - turn * INTERVAL_SECONDS * 1_000;
    const fetch = async (_url: unknown, init?: RequestInit) => {
      askers.push(new Headers(init?.headers).get("user-agent"));
      return turn === 4 ? feed() : unchanged();
    };
    await refreshSources(env, { ...livePlatform, now: () => now, log: () => undefined, fetch });
  }
  const answer = await call("GET", "/admin/intel/sources", { as: await anOperator() });
  const { items } = await answer.json<{ items: ShownSource[] }>();
  const source = items.find((one) => one.id === id);
  expect(source).toMatchObject({ status: "live", rows: 1 });
  expect(source && freshnessOf(source)).toBe("fresh");
  // Have I Been Pwned answers 403 to a request without a user agent.
  expect(new Set(askers)).toEqual(new Set(["Rampart"]));
  await putSource(database(env), id, { refresh: false });
});

it.each([
  ["by an earlier reader", { reader: undefined }],
  ["by another reader", { reader: -1 }],
])("a feed read %s is fetched once without its tag, then with the tag again", async (_by, as) => {
  const about = { refresh: true, intervalSeconds: INTERVAL_SECONDS };
  const id = await aSource({ ...about, address: "https://feeds.rampart.dev/read-anew.txt" });
  const tags: unknown[] = [];
  const fetch = async (_url: unknown, init?: RequestInit) => {
    const tag = new Headers(init?.headers).get("if-none-match");
    tags.push(tag);
    return tag === null
      ? new Response(aName(), { headers: { etag: '"1"' } })
      : new Response(null, { status: 304 });
  };
  const start = Date.now();
  const turn = (at: number) => {
    const now = () => start + at * INTERVAL_SECONDS * 1_000;
    return refreshSources(env, { ...livePlatform, now, log: () => undefined, fetch });
  };
  await turn(0);
  await turn(1);
  const readOtherwise = (entries: ManifestEntry[]) =>
    entries.map((entry) => (entry.source.id === id ? { ...entry, ...as } : entry));
  await changeManifest(env.OBJECTS, readOtherwise, async () => 0);
  await turn(2);
  await turn(3);
  await putSource(database(env), id, { refresh: false });
  expect(tags).toEqual([null, '"1"', null, '"1"']);
});

it("the manifest is read once before a publisher is asked", async () => {
  const about = { refresh: true, intervalSeconds: INTERVAL_SECONDS };
  const id = await aSource({ ...about, address: "https://feeds.rampart.dev/read-once.txt" });
  const seen: string[] = [];
  const OBJECTS = {
    get: async (...asked: Parameters<R2Bucket["get"]>) => {
      seen.push(asked[0]);
      return env.OBJECTS.get(...asked);
    },
  } as unknown as R2Bucket;
  const fetch = async () => {
    seen.push("asked");
    return new Response(null, { status: 500 });
  };
  await refreshSources({ ...env, OBJECTS }, { ...livePlatform, log: () => undefined, fetch });
  await putSource(database(env), id, { refresh: false });
  expect(seen).toEqual([MANIFEST_FILE, "asked"]);
});

it("an export and its tag stay when a publisher confirms its feed; names fade when the publisher falls silent", async () => {
  const name = aName();
  const id = await aSource({ decay: { tauDays: 1, delta: 1 }, intervalSeconds: INTERVAL_SECONDS });
  await upload(id, name);
  const stores = { db: database(env), bucket: env.OBJECTS };
  const { headers } = await aCaller();
  const ask = (now: number, tag = "") =>
    anotherIsolate({ now: () => now }).request("/api/v1/exports/domain.txt", {
      headers: { ...headers, "if-none-match": tag },
    });
  const { manifest } = await readManifest(env.OBJECTS);
  const version = manifest.entries.find(({ source }) => source.id === id)?.version ?? 0;
  const now = Date.now();
  const first = await ask(now);
  const tag = first.headers.get("etag") ?? "";
  expect(await reconfirm(stores, { id, version }, now)).toBe(true);
  expect((await ask(now, tag)).status).toBe(304);
  const later = now + 10 * 86_400_000;
  const silent = await ask(later);
  expect((await silent.text()).split("\n")).not.toContain(name);
  await reconfirm(stores, { id, version }, later);
  const again = await ask(later, silent.headers.get("etag") ?? "");
  expect(again.status).toBe(200);
  expect((await again.text()).split("\n")).toContain(name);
});
