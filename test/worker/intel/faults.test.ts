import { env } from "cloudflare:workers";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { FORMAT, MAGIC, PREAMBLE_BYTES } from "../../../src/intel/segments/layout.ts";
import { crc32 } from "../../../src/platform/index.ts";
import { call } from "../../support/call.ts";
import { forgetSources } from "../../support/forget-sources.ts";
import { aCaller, aName, anotherIsolate, aSource, put, upload } from "../../support/intel.ts";
import { aSegment } from "../../support/intel-segment.ts";
import { anOperator } from "../../support/people.ts";

const real = env.OBJECTS;

// Isolates of a data centre without a cache: everything comes from the store.
beforeAll(() => void vi.stubGlobal("caches", undefined));
afterAll(() => void vi.unstubAllGlobals());
afterEach(forgetSources);

/** A store whose reads a test can make fail, or change. */
function aStore() {
  const never = (_file: string) => false;
  const state = { reads: 0, fail: never, damage: never, missing: never };
  const get = async (file: string, options?: R2GetOptions) => {
    state.reads += 1;
    if (state.missing(file)) return null;
    if (state.fail(file)) throw new Error("the store is away");
    const object = await real.get(file, options ?? {});
    if (object === null || !("body" in object) || !state.damage(file)) return object;
    const bytes = new Uint8Array(await object.arrayBuffer());
    const at = bytes.length - 8;
    bytes.set([(bytes[at] ?? 0) ^ 1], at);
    return new Proxy(object, {
      get: (target, name) =>
        name === "arrayBuffer" ? async () => bytes.buffer : Reflect.get(target, name),
    });
  };
  return { state, store: { get } };
}

async function aListedName(): Promise<{ source: string; name: string }> {
  const source = await aSource();
  const name = aName();
  await upload(source, name);
  return { source, name };
}

const start = Date.now();
const isManifest = (file: string) => file === "intel/manifest.json";

describe("when the store fails", () => {
  it("503, not billed, if no index was loaded yet", async () => {
    const { name } = await aListedName();
    const { state, store } = aStore();
    state.fail = () => true;
    const isolate = anotherIsolate({}, store);
    const caller = await aCaller();
    const path = `/api/v1/dnssearch?value=${name}`;
    const answer = await isolate.request(path, { headers: caller.headers });
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    const body = await answer.json<object>();
    expect(Object.keys(body).toSorted()).toEqual(["message", "statusCode"]);
    const [before, after] = [answer, await caller.get(path)].map(({ headers }) =>
      Number(/r=(\d+)/.exec(headers.get("ratelimit") ?? "")?.[1]),
    );
    const quota = Number(/q=(\d+)/.exec(answer.headers.get("ratelimit-policy") ?? "")?.[1]);
    // The failed call has given its unit back before it says what is left; the next takes the first.
    expect(before).toBe(quota);
    expect(after).toBe(quota - 1);
  });

  it.each([
    ["the manifest cannot be read", { fail: isManifest }],
    ["a segment cannot be read", { fail: (file: string) => file.includes("/segments/") }],
    [
      "the manifest names a segment that is missing",
      { missing: (file: string) => file.includes("/segments/") },
    ],
    ["a segment is damaged", { damage: (file: string) => file.includes("/segments/") }],
  ])("the last good index stays in use when %s, until the next good one", async (_case, fault) => {
    const { source, name } = await aListedName();
    const { state, store } = aStore();
    let now = start;
    const isolate = anotherIsolate({ now: () => now }, store);
    const caller = await aCaller();
    const ask = async (value: string) =>
      (await caller.ask("dnssearch", value, undefined, isolate)).sources;
    expect(await ask(name)).toEqual([source]);
    const newer = await aListedName();
    Object.assign(state, fault);
    now += 40_000;
    expect(await ask(name)).toEqual([source]);
    expect(await ask(newer.name)).toEqual([]);
    Object.assign(state, aStore().state);
    now += 40_000;
    expect(await ask(newer.name)).toEqual([newer.source]);
  });

  it("503 when the manifest names a missing segment and no index was loaded yet", async () => {
    const { name } = await aListedName();
    const get = async (file: string, options?: R2GetOptions) =>
      file.includes("/segments/") ? null : real.get(file, options ?? {});
    const isolate = anotherIsolate({}, { get });
    const { headers } = await aCaller();
    const answer = await isolate.request(`/api/v1/dnssearch?value=${name}`, { headers });
    expect(answer.status).toBe(503);
  });

  it("503 when the block that must confirm a match is unreadable or damaged", async () => {
    const source = await aSource();
    const names = Array.from({ length: 9 }, aName);
    const { bytes, residentBytes } = aSegment(source, names, 3);
    await put(`/admin/intel/sources/${source}/segment`, bytes);
    const { state, store } = aStore();
    const isolate = anotherIsolate({}, store);
    const { headers } = await aCaller();
    const ask = (value: string) => isolate.request(`/api/v1/dnssearch?value=${value}`, { headers });
    expect(residentBytes).toBeLessThan(bytes.length);
    // No filter is asked about a private address. For one in 256 other addresses and names it says
    // "maybe", and the block would be read here.
    const first = await isolate.request("/api/v1/ipsearch?value=10.0.0.1", { headers });
    expect(first.status).toBe(200);
    state.fail = (file) => file.includes(source);
    expect((await ask(names[0] ?? "")).status).toBe(503);
    state.fail = () => false;
    state.damage = (file) => file.includes(source);
    expect((await ask(names[1] ?? "")).status).toBe(503);
    const failed = isolate.lines.filter(({ event }) => event === "intel_block_failed");
    const block = `A block of the segment intel/segments/${source}/`;
    expect(failed).toMatchObject([
      { source, reason: expect.stringContaining(block) as string },
      {
        source,
        reason: expect.stringContaining("could not be read: a block is damaged.") as string,
      },
    ]);
    state.damage = () => false;
    expect((await ask(names[2] ?? "")).status).toBe(200);
  });

  it("503 when the tenant's own lists cannot be read", async () => {
    const { headers } = await aCaller();
    const DB = new Proxy(env.DB, {
      get: () => {
        throw new Error("the database is away");
      },
    });
    const isolate = anotherIsolate({}, {}, { DB });
    const answer = await isolate.request("/api/v1/dnssearch?value=a.test", { headers });
    expect(answer.status).toBe(503);
  });
});

describe("when a stored segment is damaged", () => {
  const CUT = "its header is cut";

  it.each([
    ["is missing", async (key: string) => real.delete(key), "it is missing"],
    ["is cut in its first words", (key: string) => cut(key, 10), "it is too short"],
    ["is cut in its header", (key: string) => cut(key, 40), CUT],
    [
      "has a header that does not fit",
      (key: string) => real.put(key, oddSegment()),
      "does not fit",
    ],
  ])("the log and the source name the file and remedy: it %s", async (_case, damage, reason) => {
    const { source, name } = await aListedName();
    const { objects } = await real.list({ prefix: `intel/segments/${source}/` });
    const file = objects[0]?.key ?? "";
    await damage(file);
    const isolate = anotherIsolate();
    const { headers } = await aCaller();
    const answer = await isolate.request(`/api/v1/dnssearch?value=${name}`, { headers });
    expect(answer.status).toBe(503);
    const told = `The segment ${file} of the source ${source} is damaged: `;
    const [line] = isolate.lines.filter(({ event }) => event === "intel_index_failed");
    expect(line).toMatchObject({ source, reason: expect.stringContaining(told) });
    expect(line?.["reason"]).toContain(reason);
    expect(line?.["reason"]).toContain(`Load the feed of ${source} again, or delete the source`);
    expect(line?.["reason"]).not.toMatch(/Error|bounds|undefined|iterable/);
    expect(await shown(source)).toMatchObject({ status: "failed", lastError: line?.["reason"] });
    await upload(source, name);
    const { lastError, status } = await shown(source);
    expect([status, lastError]).toEqual(["live", undefined]);
    const again = await anotherIsolate().request(`/api/v1/dnssearch?value=${name}`, { headers });
    expect(await again.json()).toMatchObject({ sources: [source] });
  });

  it("a source is shown as live again if its segment was damaged only in transit", async () => {
    const { source, name } = await aListedName();
    const { state, store } = aStore();
    state.damage = (file) => file.includes(`/segments/${source}/`);
    let now = start;
    const isolate = anotherIsolate({ now: () => now }, store);
    const caller = await aCaller();
    const path = `/api/v1/dnssearch?value=${name}`;
    expect((await isolate.request(path, { headers: caller.headers })).status).toBe(503);
    expect(await shown(source)).toMatchObject({ status: "failed" });
    state.damage = () => false;
    now += 3_000;
    expect((await isolate.request(path, { headers: caller.headers })).status).toBe(200);
    expect((await shown(source)).status).toBe("live");
  });

  it.each([
    ["a segment", (source: string) => (file: string) => file.includes(`/segments/${source}/`)],
    ["the manifest", () => isManifest],
  ])(
    "%s that was missing and is back: another isolate's load shows the source as live again",
    async (_what, of) => {
      const { source, name } = await aListedName();
      const { state, store } = aStore();
      state.missing = of(source);
      const { headers } = await aCaller();
      const path = `/api/v1/dnssearch?value=${name}`;
      expect((await anotherIsolate({}, store).request(path, { headers })).status).toBe(503);
      expect(await shown(source)).toMatchObject({ status: "failed" });
      state.missing = () => false;
      expect((await anotherIsolate({}, store).request(path, { headers })).status).toBe(200);
      expect((await shown(source)).status).toBe("live");
    },
  );

  it("a source with a refused feed stays shown as failed though its earlier segment can be read", async () => {
    const { source, name } = await aListedName();
    await upload(source, "<!doctype html><html></html>");
    expect(await shown(source)).toMatchObject({ status: "failed" });
    const { headers } = await aCaller();
    const path = `/api/v1/dnssearch?value=${name}`;
    expect((await anotherIsolate().request(path, { headers })).status).toBe(200);
    expect(await shown(source)).toMatchObject({ status: "failed" });
  });

  const others = [
    "null",
    "[]",
    "{}",
    '{"version":"1","entries":[]}',
    '{"version":1,"entries":[{}]}',
  ];
  it.each(['{"version":', ...others])("503 for the damaged manifest %s, logged", async (text) => {
    const get = async (file: string, options?: R2GetOptions) => {
      const object = await real.get(file, options ?? {});
      if (object === null || !isManifest(file)) return object;
      const json = async () => JSON.parse(text);
      return new Proxy(object, {
        get: (target, name) => (name === "json" ? json : Reflect.get(target, name)),
      });
    };
    const isolate = anotherIsolate({}, { get });
    const { headers } = await aCaller();
    expect((await isolate.request("/api/v1/dnssearch?value=a.test", { headers })).status).toBe(503);
    expect(isolate.lines).toContainEqual({
      level: "error",
      event: "intel_index_failed",
      reason: expect.stringContaining("The file intel/manifest.json is damaged") as string,
    });
  });

  it("503 from a cold isolate when the manifest is gone; a warm one keeps its last good index", async () => {
    const { source, name } = await aListedName();
    const { state, store } = aStore();
    let now = start;
    const warm = anotherIsolate({ now: () => now }, store);
    const caller = await aCaller();
    expect((await caller.ask("dnssearch", name, undefined, warm)).sources).toEqual([source]);
    state.missing = isManifest;
    now += 40_000;
    expect((await caller.ask("dnssearch", name, undefined, warm)).sources).toEqual([source]);
    const cold = anotherIsolate({ now: () => now }, store);
    for (const path of [`dnssearch?value=${name}`, "exports/domain.txt"]) {
      const answer = await cold.request(`/api/v1/${path}`, { headers: caller.headers });
      expect([path, answer.status]).toEqual([path, 503]);
    }
    const lastError = expect.stringMatching(/^The file intel\/manifest.json is missing/) as string;
    expect(await shown(source)).toMatchObject({ status: "failed", lastError });
    state.missing = () => false;
    now += 40_000;
    expect((await caller.ask("dnssearch", name, undefined, warm)).sources).toEqual([source]);
    expect((await shown(source)).status).toBe("live");
  });

  it("a feed loaded after the manifest was lost has a higher version; sources not reloaded show failed", async () => {
    const [kept, lost] = [await aListedName(), await aListedName()];
    const before = await real.get("intel/manifest.json");
    const text = (await before?.text()) ?? "";
    const { version } = JSON.parse(text) as { version: number };
    await real.delete("intel/manifest.json");
    const { headers } = await aCaller();
    const path = (name: string) => `/api/v1/dnssearch?value=${name}`;
    expect((await anotherIsolate().request(path(kept.name), { headers })).status).toBe(503);
    const as = await anOperator();
    const changed = `/admin/intel/sources/${kept.source}`;
    await call("PATCH", changed, { as, body: { reliability: 0.8 } });
    expect(await real.head("intel/manifest.json")).toBeNull();
    const answer = await upload(kept.source, kept.name);
    expect((await answer.json<{ version: number }>()).version).toBeGreaterThan(version);
    expect((await shown(kept.source)).status).toBe("live");
    expect((await shown(lost.source)).status).toBe("failed");
    const found = await anotherIsolate().request(path(kept.name), { headers });
    expect(await found.json()).toMatchObject({ sources: [kept.source] });
    await real.put("intel/manifest.json", text);
  });

  async function cut(key: string, length: number): Promise<unknown> {
    const object = await real.get(key);
    return real.put(key, (await object?.arrayBuffer())?.slice(0, length) ?? "");
  }

  async function shown(id: string): Promise<{ status: string; lastError?: string }> {
    const answer = await call("GET", "/admin/intel/sources", { as: await anOperator() });
    const { items } = await answer.json<{ items: { id: string; status: string }[] }>();
    return items.find((one) => one.id === id) ?? { status: "gone" };
  }
});

/** A segment with right checksums and an impossible header. */
function oddSegment(): Uint8Array<ArrayBuffer> {
  const tables = [
    { kind: "name", rows: 1, words: [{ section: { at: 0, bytes: 3, width: 4, crc: 0xff41d912 } }] },
  ];
  const header = new TextEncoder().encode(JSON.stringify({ tables }));
  const bytes = new Uint8Array(PREAMBLE_BYTES + header.length + 64);
  const view = new DataView(bytes.buffer);
  const preamble = [MAGIC, FORMAT, header.length, crc32(header)];
  for (const [at, word] of preamble.entries()) view.setUint32(at * 4, word, true);
  bytes.set(header, PREAMBLE_BYTES);
  return bytes;
}

describe("when the segment that a feed replaces is damaged", () => {
  it("200 without the names listed before, and a line in the log; 500 if it only cannot be read", async () => {
    const source = await aSource({ decay: { tauDays: 10, delta: 1 } });
    const [stays, goes] = [aName(), aName()];
    await upload(source, `${stays}\n${goes}\n`);
    const { objects } = await real.list({ prefix: `intel/segments/${source}/` });
    const { state, store } = aStore();
    state.damage = (file) => file === objects[0]?.key;
    const isolate = anotherIsolate({}, store);
    const headers = { authorization: `Bearer ${await anOperator()}` };
    const path = `/admin/intel/sources/${source}/feed`;
    const send = () => isolate.request(path, { method: "PUT", headers, body: stays });
    state.fail = (file) => file === objects[0]?.key;
    expect((await send()).status).toBe(500);
    state.fail = () => false;
    expect((await send()).status).toBe(200);
    expect(isolate.lines).toContainEqual({
      level: "error",
      event: "segment_replaced",
      source,
      reason: "The segment is corrupt: a section is damaged.",
    });
    const caller = await aCaller();
    const ask = (name: string) => caller.ask("dnssearch", name, undefined, anotherIsolate());
    expect((await ask(stays)).sources).toEqual([source]);
    expect((await ask(goes)).found).toBe(false);
  });
});

describe("a warm isolate", () => {
  it("answers without a call to the store or the database", async () => {
    const { source, name } = await aListedName();
    const { state, store } = aStore();
    const calls = { database: 0 };
    const DB = new Proxy(env.DB, {
      get: (target, property) => {
        calls.database += 1;
        const value: unknown = Reflect.get(target, property);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    const isolate = anotherIsolate({}, store, { DB });
    const caller = await aCaller();
    const ask = async () => (await caller.ask("dnssearch", name, undefined, isolate)).sources;
    expect(await ask()).toEqual([source]);
    const before = { ...calls, reads: state.reads };
    expect(before.reads).toBeGreaterThan(0);
    expect(before.database).toBeGreaterThan(0);
    for (let turn = 0; turn < 20; turn += 1) expect(await ask()).toEqual([source]);
    expect({ ...calls, reads: state.reads }).toEqual(before);
  });

  it("looks for a newer manifest in the background after 16 s, and before answering after 30 s", async () => {
    const { store } = aStore();
    let now = start;
    const isolate = anotherIsolate({ now: () => now }, store);
    const caller = await aCaller();
    const ask = async (value: string) =>
      (await caller.ask("dnssearch", value, undefined, isolate)).sources;
    await ask(aName());
    const first = await aListedName();
    expect(await ask(first.name)).toEqual([]);
    now += 16_000;
    expect(await ask(first.name)).toEqual([]);
    expect(await ask(first.name)).toEqual([first.source]);
    const second = await aListedName();
    now += 30_000;
    expect(await ask(second.name)).toEqual([second.source]);
  });
});
