import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it } from "vitest";
import { refreshSources } from "../../../src/intel/jobs.ts";
import { readManifest } from "../../../src/intel/segments/manifest.ts";
import { findSource, putSource } from "../../../src/intel/store.ts";
import { database, livePlatform } from "../../../src/platform/index.ts";
import { call } from "../../support/call.ts";
import { forgetSources } from "../../support/forget-sources.ts";
import { aCaller, aName, anotherIsolate, aSource, upload } from "../../support/intel.ts";
import { anOperator } from "../../support/people.ts";

afterEach(forgetSources);

const real = env.OBJECTS;
const MANIFEST = "intel/manifest.json";

/** Sends a feed by an isolate in which something happens before or after it becomes live. */
async function sendWhile(
  source: string,
  feed: string,
  happens: { before?: () => Promise<unknown>; after?: () => Promise<unknown> },
): Promise<Response> {
  let isFirst = true;
  const write = async (...[file, body, options]: Parameters<R2Bucket["put"]>) => {
    const isIt = file === MANIFEST && isFirst;
    if (isIt) isFirst = false;
    if (isIt) await happens.before?.();
    const written = await real.put(file, body as string, options as R2PutOptions);
    if (isIt) await happens.after?.();
    return written;
  };
  const isolate = anotherIsolate({}, { put: write as R2Bucket["put"] });
  const headers = { authorization: `Bearer ${await anOperator()}` };
  const path = `/admin/intel/sources/${source}/feed`;
  return isolate.request(path, { method: "PUT", headers, body: feed });
}

interface Shown {
  id: string;
  rows: number;
  version: number;
  status: string;
  lastError?: string;
}

async function shown(id: string) {
  const answer = await call("GET", "/admin/intel/sources", { as: await anOperator() });
  const { items } = await answer.json<{ items: Shown[] }>();
  return items.find((one) => one.id === id);
}

async function entryOf(id: string) {
  const { manifest } = await readManifest(real);
  return manifest.entries.find(({ source }) => source.id === id);
}

/** The stored files of a source's feeds, live or not. */
async function filesOf(id: string) {
  const folders = ["segments", "texts"].map((kind) => `intel/${kind}/${id}/`);
  const lists = await Promise.all(folders.map((prefix) => real.list({ prefix })));
  return lists.flatMap(({ objects }) => objects.map(({ key }) => key));
}

async function ask(name: string) {
  return (await aCaller()).ask("dnssearch", name, undefined, anotherIsolate());
}

describe("feeds uploaded at once", () => {
  it("of two feeds of one source, the live one is shown, even if the other is written to D1 last", async () => {
    const source = await aSource({ decay: null });
    const [one, two, three] = [aName(), aName(), aName()];
    const after = () => upload(source, `${one}\n${two}\n${three}\n`);
    expect((await sendWhile(source, `${one}\n`, { after })).status).toBe(200);
    const live = await entryOf(source);
    expect(live?.rows).toBe(3);
    expect(await shown(source)).toMatchObject({ rows: 3, version: live?.version });
    expect((await ask(three)).sources).toEqual([source]);
  });

  it("sixteen feeds of sixteen sources all become live", async () => {
    const sources = await Promise.all(Array.from({ length: 16 }, () => aSource()));
    const names = sources.map(aName);
    const answers = await Promise.all(sources.map((id, at) => upload(id, names[at] ?? "")));
    expect(answers.map(({ status }) => status)).toEqual(sources.map(() => 200));
    const { manifest } = await readManifest(real);
    const live = new Set(manifest.entries.map((entry) => entry.source.id));
    expect(sources.filter((id) => !live.has(id))).toEqual([]);
  });
});

describe("a source deleted while its feed is loaded", () => {
  it.each(["before", "after"])(
    "404, nothing of the source is left and its id is free: deleted %s the feed is live",
    async (moment) => {
      const about = { decay: null, lineage: "one" };
      const source = await aSource(about);
      const name = aName();
      const as = await anOperator();
      const remove = () => call("DELETE", `/admin/intel/sources/${source}`, { as });
      const answer = await sendWhile(source, name, { [moment]: remove });
      expect(answer.status).toBe(404);
      expect(await entryOf(source)).toBeUndefined();
      // Isolates may still read what was live; the sweep deletes it later.
      expect(await filesOf(source)).toHaveLength(moment === "before" ? 0 : 2);
      expect((await ask(name)).found).toBe(false);
      const body = {
        id: source,
        title: "Again",
        kind: "mixed",
        format: "domain-list",
        category: "phishing",
        reliability: 0.9,
      };
      const again = await call("POST", "/admin/intel/sources", { as, body });
      expect(again.status).toBe(201);
    },
  );

  it.each(["its first feed", "a later one"])(
    "is not live, 404, if the loading isolate dies after writing the manifest: %s",
    async (which) => {
      const source = await aSource({ decay: null });
      const name = aName();
      if (which !== "its first feed") expect((await upload(source, name)).status).toBe(200);
      const as = await anOperator();
      let isDeleted = false;
      const write = async (...[file, body, options]: Parameters<R2Bucket["put"]>) => {
        const isIt = file === MANIFEST;
        if (isIt && !isDeleted) {
          isDeleted = true;
          await call("DELETE", `/admin/intel/sources/${source}`, { as });
        }
        const written = await real.put(file, body as string, options as R2PutOptions);
        if (isIt && written !== null) throw new Error("the isolate is dead");
        return written;
      };
      const isolate = anotherIsolate({ log: () => {} }, { put: write as R2Bucket["put"] });
      const headers = { authorization: `Bearer ${as}` };
      const path = `/admin/intel/sources/${source}/feed`;
      const answer = await isolate.request(path, { method: "PUT", headers, body: name });
      expect(await entryOf(source)).toBeUndefined();
      expect(answer.status).toBe(404);
    },
  );

  it.each(["before", "after"])(
    "404, and a new source of the same id stays empty: made %s the feed is live",
    async (moment) => {
      const source = await aSource({ decay: null });
      const name = aName();
      const as = await anOperator();
      const makeAgain = async () => {
        expect((await call("DELETE", `/admin/intel/sources/${source}`, { as })).status).toBe(204);
        const about = { title: "Again", kind: "ip", format: "ip-list", reliability: 0.9 };
        const body = { ...about, id: source, category: "malware" };
        expect((await call("POST", "/admin/intel/sources", { as, body })).status).toBe(201);
      };
      const answer = await sendWhile(source, name, { [moment]: makeAgain });
      expect(answer.status).toBe(404);
      expect(await entryOf(source)).toBeUndefined();
      expect((await ask(name)).found).toBe(false);
      expect(await shown(source)).toMatchObject({ rows: 0, version: 0, status: "empty" });
    },
  );

  it("404, and a new source of the same id keeps the feed loaded into it meanwhile", async () => {
    const source = await aSource({ decay: null });
    const as = await anOperator();
    const before = async () => {
      await call("DELETE", `/admin/intel/sources/${source}`, { as });
      const about = { title: "Again", kind: "ip", format: "ip-list", reliability: 0.9 };
      const body = { ...about, id: source, category: "malware" };
      await call("POST", "/admin/intel/sources", { as, body });
      expect((await upload(source, "192.0.2.78\n")).status).toBe(200);
    };
    expect((await sendWhile(source, aName(), { before })).status).toBe(404);
    const live = await entryOf(source);
    expect(await shown(source)).toMatchObject({ rows: 1, version: live?.version, status: "live" });
  });

  it("404, and a new source of the same id and settings stays, empty", async () => {
    const source = await aSource({ decay: null });
    const as = await anOperator();
    const after = async () => {
      await call("DELETE", `/admin/intel/sources/${source}`, { as });
      const about = { title: "A test", kind: "mixed", format: "domain-list", reliability: 0.9 };
      const body = { ...about, id: source, category: "phishing", decay: null };
      expect((await call("POST", "/admin/intel/sources", { as, body })).status).toBe(201);
    };
    expect((await sendWhile(source, aName(), { after })).status).toBe(404);
    expect(await shown(source)).toMatchObject({ rows: 0, version: 0, loadedAt: null });
  });

  it.each(["before", "after"])(
    "a built-in source shows what is live: deleted %s the feed is live",
    async (moment) => {
      const source = "cobaltstrike";
      const as = await anOperator();
      const remove = () => call("DELETE", `/admin/intel/sources/${source}`, { as });
      const answer = await sendWhile(source, "192.0.2.77\n", { [moment]: remove });
      const live = await entryOf(source);
      expect(answer.status).toBe(live === undefined ? 404 : 200);
      const version = live?.version ?? 0;
      expect(await shown(source)).toMatchObject({ version, rows: live?.rows ?? 0 });
      expect((await remove()).status).toBe(204);
      expect(await shown(source)).toMatchObject({ version: 0, rows: 0, status: "empty" });
    },
  );

  it("a late failure written for the source leaves no row of it", async () => {
    const source = await aSource();
    const as = await anOperator();
    expect((await call("DELETE", `/admin/intel/sources/${source}`, { as })).status).toBe(204);
    await putSource(database(env), source, { failedAt: Date.now(), lastError: "late" });
    const rows = await env.DB.prepare("select id from intel_sources where id = ?")
      .bind(source)
      .all();
    expect(rows.results).toEqual([]);
  });
});

describe("a source changed while its feed is loaded", () => {
  it.each(["before", "after"])(
    "look-ups follow the change: made %s the feed is live",
    async (moment) => {
      const source = await aSource();
      const name = aName();
      const as = await anOperator();
      const body = { reliability: 0.4 };
      const change = () => call("PATCH", `/admin/intel/sources/${source}`, { as, body });
      expect((await sendWhile(source, name, { [moment]: change })).status).toBe(200);
      expect(await ask(name)).toMatchObject({ disposition: "suspicious", confidence: 40 });
    },
  );
});

describe("the publisher's ETag and Last-Modified of a feed", () => {
  const HOUR = 3_600_000;
  const about = { address: "https://feeds.rampart.dev/a", refresh: true, intervalSeconds: 3600 };

  /** The conditions that a fetch came with. */
  async function fetchAt(now: number, source: string, during = async () => {}) {
    const asked: (string | null)[] = [];
    const fetch = async (_url: unknown, init?: RequestInit) => {
      await during();
      const headers = new Headers(init?.headers);
      asked.push(headers.get("if-none-match"), headers.get("if-modified-since"));
      const tags = { etag: '"1"', "last-modified": "Sun, 22 Nov 2026 10:00:00 GMT" };
      return new Response(`${source}.test`, { headers: tags });
    };
    await refreshSources(env, {
      ...livePlatform,
      log: () => {},
      now: () => now,
      fetch,
    });
    return asked;
  }

  async function moveAway(id: string) {
    const body = { address: "https://feeds.rampart.dev/b" };
    return call("PATCH", `/admin/intel/sources/${id}`, { as: await anOperator(), body });
  }

  it.each([
    ["a feed that was uploaded since", (id: string) => upload(id, aName())],
    ["a source whose address changed since", moveAway],
  ])("are not sent for %s", async (_case, change) => {
    const source = await aSource(about);
    const start = Date.now();
    expect(await fetchAt(start, source)).toEqual([null, null]);
    const known = await fetchAt(start + HOUR, source);
    expect(known).toEqual(['"1"', "Sun, 22 Nov 2026 10:00:00 GMT"]);
    expect((await change(source)).status).toBe(200);
    expect(await fetchAt(start + 2 * HOUR, source)).toEqual([null, null]);
    await putSource(database(env), source, { refresh: false });
  });

  it("are not sent if the source's address changed during the fetch", async () => {
    const source = await aSource(about);
    const start = Date.now();
    const change = async () => expect((await moveAway(source)).status).toBe(200);
    expect(await fetchAt(start, source, change)).toEqual([null, null]);
    expect(await shown(source)).toMatchObject({ rows: 1, status: "live" });
    expect(await fetchAt(start + HOUR, source)).toEqual([null, null]);
    expect(await fetchAt(start + 2 * HOUR, source)).not.toEqual([null, null]);
    await putSource(database(env), source, { refresh: false });
  });

  it("are kept from the last accepted feed, not from a refused one; a 304 clears the refusal", async () => {
    const source = await aSource(about);
    const names = Array.from({ length: 4 }, aName);
    const start = Date.now();
    /** The tag that was sent, and the state of the source after the answer. */
    const answers = async (hours: number, status: number, tag: string, lines: string[]) => {
      let asked: string | null = null;
      const fetch = async (_url: unknown, init?: RequestInit) => {
        asked = new Headers(init?.headers).get("if-none-match");
        const body = status === 304 ? null : lines.join("\n");
        return new Response(body, { status, headers: { etag: tag } });
      };
      const now = () => start + hours * HOUR;
      await refreshSources(env, { ...livePlatform, log: () => {}, now, fetch });
      const found = await shown(source);
      return { asked, state: found?.status, rows: found?.rows, lastError: found?.lastError };
    };
    const live = { state: "live", rows: 4, lastError: undefined };
    expect(await answers(0, 200, '"1"', names)).toEqual({ asked: null, ...live });
    expect(await answers(1, 200, '"2"', names.slice(0, 1))).toEqual({
      asked: '"1"',
      state: "failed",
      rows: 4,
      lastError: expect.stringContaining("more than half"),
    });
    expect(await answers(2, 304, '"1"', [])).toEqual({ asked: '"1"', ...live });
    const half = names.slice(0, 2);
    expect(await answers(3, 200, '"3"', half)).toEqual({ asked: '"1"', ...live, rows: 2 });
    expect(await answers(4, 304, '"3"', [])).toEqual({ asked: '"3"', ...live, rows: 2 });
    await putSource(database(env), source, { refresh: false });
  });

  it.each([
    ["that was uploaded", (id: string) => upload(id, aName())],
    [
      "of a source that was made again",
      async (id: string) => {
        const as = await anOperator();
        await call("DELETE", `/admin/intel/sources/${id}`, { as });
        await aSource({ ...about, id });
        await upload(id, aName());
      },
    ],
  ])("do not let a 304 confirm a feed %s meanwhile", async (_case, change) => {
    const source = await aSource(about);
    const later = Date.now() + HOUR;
    await fetchAt(later - HOUR, source);
    const refused = { failedAt: 1, lastError: "kept" };
    const fetch = async () => {
      await change(source);
      await putSource(database(env), source, refused);
      return new Response(null, { status: 304 });
    };
    await refreshSources(env, { ...livePlatform, log: () => {}, now: () => later, fetch });
    const { manifest } = await readManifest(env.OBJECTS);
    const entry = manifest.entries.find((one) => one.source.id === source);
    expect(entry?.confirmedAt).toBeLessThan(later);
    expect((await findSource(database(env), source))?.row).toMatchObject(refused);
    await putSource(database(env), source, { refresh: false });
  });
});
