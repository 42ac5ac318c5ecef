import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it } from "vitest";
import { readManifest } from "../../../src/intel/segments/manifest.ts";
import { refreshSources } from "../../../src/intel/jobs.ts";
import { putSource } from "../../../src/intel/store.ts";
import { database, livePlatform } from "../../../src/platform/index.ts";
import { call } from "../../support/call.ts";
import { forgetSources } from "../../support/forget-sources.ts";
import { aCaller, aName, anotherIsolate, aSource, put, upload } from "../../support/intel.ts";
import { aSegment } from "../../support/intel-segment.ts";
import { aMember, anOperator, aTenant } from "../../support/people.ts";

afterEach(forgetSources);

interface Shown {
  id: string;
  kind: string;
  rows: number;
  retained: number;
  badLines: number;
  version: number;
  loadedAt: string | null;
  ageSeconds: number | null;
  status: string;
  lastError?: string;
}

async function shown(id: string): Promise<Shown | undefined> {
  const answer = await call("GET", "/admin/intel/sources", { as: await anOperator() });
  const { items } = await answer.json<{ items: Shown[] }>();
  return items.find((item) => item.id === id);
}

describe("PUT /admin/intel/sources/{id}/feed", () => {
  it("200 with the counts of the feed, and look-ups use the feed at once", async () => {
    const source = await aSource();
    const [one, other] = [aName(), aName()];
    const answer = await upload(source, `# a list\n${one}\n\n${other}\n${one}\n`);
    expect(answer.status).toBe(200);
    const body = await answer.json<{ version: number }>();
    expect(body).toEqual({
      source,
      rows: 3,
      badLines: 0,
      firstBadLines: [],
      version: expect.any(Number),
    });
    const caller = await aCaller();
    const verdict = await caller.ask("dnssearch", one);
    expect(verdict).toMatchObject({ disposition: "malicious", sources: [source] });
    expect(await shown(source)).toMatchObject({
      rows: 3,
      badLines: 0,
      status: "live",
      version: body.version,
      kind: "mixed",
      ageSeconds: expect.any(Number),
    });
  });

  it("200 with the count of bad lines and the number and reason of the first ones", async () => {
    const source = await aSource();
    const names = Array.from({ length: 60 }, aName);
    const feed = [...names.slice(0, 30), "not a domain", ...names.slice(30), "1.2.3.4"].join("\n");
    const answer = await upload(source, feed);
    expect(await answer.json()).toMatchObject({
      rows: 60,
      badLines: 2,
      firstBadLines: [
        { line: 31, reason: "The value is no domain." },
        { line: 62, reason: "The value is no domain." },
      ],
    });
  });

  it.each([
    ["an empty file", "", "feed_damaged"],
    ["comments only", "# nothing\n", "feed_empty"],
    ["a page of an error", "<html>\n<body>Bad gateway</body>\n</html>", "feed_other_format"],
  ])("422 for %s, and the earlier feed stays live", async (_case, feed, error) => {
    const source = await aSource();
    const name = aName();
    await upload(source, name);
    const answer = await upload(source, feed);
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ statusCode: 422, error });
    const caller = await aCaller();
    expect((await caller.ask("dnssearch", name)).sources).toEqual([source]);
    expect(await shown(source)).toMatchObject({ status: "failed", rows: 1 });
  });

  it("422 when more than one line in twenty is bad", async () => {
    const source = await aSource();
    const feed = [...Array.from({ length: 94 }, aName), ...Array.from({ length: 6 }, () => "??")];
    const answer = await upload(source, feed.join("\n"));
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({
      error: "feed_bad_lines",
      details: expect.arrayContaining([{ path: "line 95", message: "The value is no domain." }]),
    });
  });

  it("422 for a feed that lost more than half its rows; 200 with mayShrink=true", async () => {
    const source = await aSource({ decay: null });
    const names = Array.from({ length: 10 }, aName);
    await upload(source, names.join("\n"));
    const few = names.slice(0, 4).join("\n");
    const refused = await upload(source, few);
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({ error: "feed_shrank" });
    expect((await upload(source, few, "?mayShrink=true")).status).toBe(200);
    const caller = await aCaller();
    expect((await caller.ask("dnssearch", names[9] ?? "")).found).toBe(false);
  });

  it("422 for a JSON document that is cut", async () => {
    const source = await aSource({ format: "stix" });
    const whole = JSON.stringify({
      objects: [{ type: "indicator", pattern: `[domain-name:value = '${aName()}']` }],
    });
    expect((await upload(source, whole)).status).toBe(200);
    const cut = await upload(source, whole.slice(0, -2));
    expect(cut.status).toBe(422);
    expect(await cut.json()).toMatchObject({ error: "feed_damaged" });
  });

  it("413 for more than 64 MiB in a body without a length", async () => {
    const source = await aSource();
    const chunk = new TextEncoder().encode(`# ${"x".repeat(65_533)}\n`);
    let left = 1025;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        left -= 1;
        if (left < 0) controller.close();
        else controller.enqueue(chunk);
      },
    });
    expect((await upload(source, body)).status).toBe(413);
  });

  it("200 and a name that left the feed is retained while it decays, until it is listed again", async () => {
    const source = await aSource({ decay: { tauDays: 10, delta: 1 } });
    const [stays, goes] = [aName(), aName()];
    await upload(source, `${stays}\n${goes}\n`);
    await upload(source, `${stays}\n`);
    expect(await shown(source)).toMatchObject({ rows: 1, retained: 1 });
    const caller = await aCaller();
    expect((await caller.ask("dnssearch", goes)).sources).toEqual([source]);
    await upload(source, `${stays}\n${goes}\n`);
    expect(await shown(source)).toMatchObject({ rows: 2, retained: 0 });
  });

  it("200 for five feeds sent at once, which all become live", async () => {
    const sources = await Promise.all(Array.from({ length: 5 }, () => aSource()));
    const names = sources.map(aName);
    const answers = await Promise.all(sources.map((id, at) => upload(id, names[at] ?? "")));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const caller = await aCaller();
    for (const [at, name] of names.entries()) {
      expect((await caller.ask("dnssearch", name)).sources).toEqual([sources[at]]);
    }
  });

  it("403 for a tenant's owner, 404 for a source that does not exist", async () => {
    const as = await aMember(await aTenant());
    const path = "/admin/intel/sources/openphish/feed";
    expect((await call("PUT", path, { as, body: "a.test" })).status).toBe(403);
    expect((await upload("no-such-source", "a.test")).status).toBe(404);
  });
});

describe("PUT /admin/intel/sources/{id}/segment", () => {
  const built = (source: string, names: string[]) => aSegment(source, names, 3).bytes;

  function send(source: string, segment: Uint8Array<ArrayBuffer>): Promise<Response> {
    return put(`/admin/intel/sources/${source}/segment`, segment);
  }

  it("200 for a built segment, and look-ups are answered from its blocks", async () => {
    const source = await aSource();
    const names = Array.from({ length: 50 }, aName);
    const answer = await send(source, built(source, names));
    expect(await answer.json()).toMatchObject({ source, rows: 50, badLines: 0 });
    const caller = await aCaller();
    for (const name of names.slice(0, 5)) {
      expect((await caller.ask("dnssearch", name)).sources).toEqual([source]);
    }
    expect((await caller.ask("dnssearch", aName())).found).toBe(false);
  });

  it("422 for a segment that is damaged, cut, of another source or not a segment", async () => {
    const source = await aSource();
    const segment = built(source, [aName()]);
    const damaged = segment.slice();
    const at = damaged.length - 8;
    damaged.set([(damaged[at] ?? 0) ^ 1], at);
    const cut = segment.slice(0, -8);
    const foreign = built("somebody-else", [aName()]);
    for (const wrong of [damaged, cut, foreign, new Uint8Array(64), new Uint8Array(3)]) {
      const answer = await send(source, wrong);
      expect(answer.status).toBe(422);
      expect(await answer.json()).toMatchObject({
        error: "segment_corrupt",
        message: expect.stringMatching(/^The segment is corrupt: (?:it|a) /) as string,
      });
    }
    expect(await shown(source)).toMatchObject({ status: "failed", rows: 0 });
  });
});

describe("POST, PATCH and DELETE /admin/intel/sources", () => {
  it("409 for an id that is taken, also by a built-in source", async () => {
    const id = await aSource();
    const as = await anOperator();
    const about = {
      title: "x",
      kind: "ip",
      format: "ip-list",
      category: "scanner",
      reliability: 0.5,
    };
    for (const taken of [id, "ipsum", "misp-warninglist-dax30"]) {
      const body = { id: taken, ...about };
      expect((await call("POST", "/admin/intel/sources", { as, body })).status).toBe(409);
    }
  });

  it.each([
    ["a reliability above one", { reliability: 1.5 }],
    ["an unknown format", { format: "xml" }],
    ["an unknown category", { category: "bad" }],
    ["an address that is no URL", { address: "ftp://a.test" }],
    ["an id with blanks", { id: "a b" }],
  ])("400 for %s", async (_case, change) => {
    const body = {
      id: "never-made",
      title: "x",
      kind: "ip",
      format: "ip-list",
      category: "scanner",
      reliability: 0.5,
      ...change,
    };
    const answer = await call("POST", "/admin/intel/sources", { as: await anOperator(), body });
    expect(answer.status).toBe(400);
  });

  it("200 for a changed reliability, which verdicts follow at once", async () => {
    const id = await aSource();
    const name = aName();
    await upload(id, name);
    const as = await anOperator();
    const path = `/admin/intel/sources/${id}`;
    const answer = await call("PATCH", path, { as, body: { reliability: 0.4 } });
    expect(answer.status).toBe(200);
    const caller = await aCaller();
    const verdict = await caller.ask("dnssearch", name);
    expect(verdict).toMatchObject({ disposition: "suspicious", threatLevel: 38, confidence: 40 });
  });

  it("204 removes a source from the index; 404 for the source afterwards", async () => {
    const id = await aSource();
    const name = aName();
    await upload(id, name);
    const as = await anOperator();
    const path = `/admin/intel/sources/${id}`;
    expect((await call("DELETE", path, { as })).status).toBe(204);
    expect((await (await aCaller()).ask("dnssearch", name)).found).toBe(false);
    expect((await call("DELETE", path, { as })).status).toBe(404);
    expect((await call("PATCH", path, { as, body: { refresh: true } })).status).toBe(404);
  });
});

describe("the refresh of sources", () => {
  const address = "https://feeds.rampart.dev/list.txt";

  async function run(fetcher: (headers: Headers, url: string) => Response, now = Date.now()) {
    const asked: Headers[] = [];
    const fetch = async (url: unknown, init?: RequestInit) => {
      const headers = new Headers(init?.headers);
      asked.push(headers);
      return fetcher(headers, String(url));
    };
    const platform = { ...livePlatform, log: () => {}, now: () => now, fetch: fetch as never };
    await refreshSources(env, platform);
    return asked;
  }

  it("fetches a source when due, sends its tag, and keeps the old feed if a fetch fails", async () => {
    const id = await aSource({ address, refresh: true, intervalSeconds: 3600 });
    const name = aName();
    const start = Date.now();
    const first = await run(() => new Response(name, { headers: { etag: '"1"' } }), start);
    expect(first).toHaveLength(1);
    expect(first[0]?.get("if-none-match")).toBeNull();
    expect(await shown(id)).toMatchObject({ status: "live", rows: 1 });

    expect(await run(() => new Response("never"), start + 60_000)).toHaveLength(0);

    const hour = start + 3_600_000;
    const second = await run(() => new Response(null, { status: 304 }), hour);
    expect(second[0]?.get("if-none-match")).toBe('"1"');
    const { manifest } = await readManifest(env.OBJECTS);
    const entry = manifest.entries.find(({ source }) => source.id === id);
    expect(entry?.confirmedAt).toBe(hour);

    await run(() => new Response("gone", { status: 500 }), hour * 1 + 3_600_000);
    expect(await shown(id)).toMatchObject({
      status: "failed",
      lastError: "The source answered 500.",
    });
    expect(
      (await (await aCaller()).ask("dnssearch", name, undefined, anotherIsolate())).sources,
    ).toEqual([id]);
    await putSource(database(env), id, { refresh: false });
  });

  it("shows a body that broke off as the source's error, and goes on with the next source", async () => {
    const about = { refresh: true, intervalSeconds: 3600 };
    const ids = [
      await aSource({ ...about, address: `${address}?broken` }),
      await aSource({ ...about, address: `${address}?whole` }),
    ];
    const broken = () => {
      const pull = (controller: ReadableStreamDefaultController) =>
        controller.error(new Error("reset"));
      return new Response(new ReadableStream({ pull }));
    };
    await run((_headers, url) => (url.endsWith("broken") ? broken() : new Response(aName())));
    expect(await shown(ids[0] ?? "")).toMatchObject({
      status: "failed",
      lastError: expect.stringContaining("reset"),
    });
    expect(await shown(ids[1] ?? "")).toMatchObject({ status: "live", rows: 1 });
    for (const id of ids) await putSource(database(env), id, { refresh: false });
  });

  it("keeps three simultaneous changes of different fields of a source, in the index too", async () => {
    const id = await aSource({ address });
    await upload(id, aName());
    const as = await anOperator();
    const path = `/admin/intel/sources/${id}`;
    for (let round = 1; round <= 4; round += 1) {
      const changes = [
        { reliability: round / 10 },
        { intervalSeconds: 3_600 + round },
        { refresh: round % 2 === 0 },
      ];
      const answers = await Promise.all(changes.map((body) => call("PATCH", path, { as, body })));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(await shown(id)).toMatchObject(Object.assign({}, ...changes));
      const { manifest } = await readManifest(env.OBJECTS);
      expect(manifest.entries.find(({ source }) => source.id === id)?.source).toMatchObject({
        reliability: round / 10,
        intervalSeconds: 3_600 + round,
      });
    }
    await putSource(database(env), id, { refresh: false });
  });
});
