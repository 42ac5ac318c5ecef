import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it } from "vitest";
import { refreshSources, sweepSegments } from "../../../src/intel/jobs.ts";
import { findLive } from "../../../src/intel/segments/manifest.ts";
import type { ShownEdition, ShownSource } from "../../../src/intel/source-schemas.ts";
import { restoreEdition } from "../../../src/intel/refresh/restore-edition.ts";
import { findSource } from "../../../src/intel/store.ts";
import {
  database,
  DAY_MS,
  HOUR_MS,
  livePlatform,
  type LogLine,
} from "../../../src/platform/index.ts";
import { call } from "../../support/call.ts";
import { forgetSources } from "../../support/forget-sources.ts";
import { aCaller, aName, anotherIsolate, aSource, put, upload } from "../../support/intel.ts";
import { aSegment } from "../../support/intel-segment.ts";
import { anOperator, ROOT } from "../../support/people.ts";

afterEach(forgetSources);

const pathOf = (source: string) => `/admin/intel/sources/${source}/editions`;

async function editionsOf(source: string): Promise<ShownEdition[]> {
  const answer = await call("GET", pathOf(source), { as: await anOperator() });
  expect(answer.status).toBe(200);
  return (await answer.json<{ items: ShownEdition[] }>()).items;
}

async function restore(source: string, version: number | string): Promise<Response> {
  return call("POST", `${pathOf(source)}/${version}/restore`, { as: await anOperator() });
}

/** Loads these names, one a feed, and gives the versions that they got. */
async function load(source: string, feeds: readonly (readonly string[])[]): Promise<number[]> {
  const versions: number[] = [];
  for (const names of feeds) {
    const answer = await upload(source, `${names.join("\n")}\n`);
    versions.push((await answer.json<{ version: number }>()).version);
  }
  return versions;
}

describe("POST /admin/intel/sources/{id}/editions/{version}/restore", () => {
  it("200: look-ups and lists follow the edition at once, and its source is fetched no more", async () => {
    const source = await aSource({ address: "https://feed.example/list", refresh: true });
    const [good, wrong] = [aName(), aName()];
    const [before = 0, bad = 0] = await load(source, [[good], [wrong]]);
    const caller = await aCaller();
    expect((await caller.ask("dnssearch", wrong)).disposition).toBe("malicious");
    const { loadedAt } = (await editionsOf(source))[1] ?? {};
    const answer = await restore(source, before);
    expect(answer.status).toBe(200);
    const shown = await answer.json<ShownSource>();
    expect(shown).toMatchObject({ rows: 1, status: "live", refresh: false, loadedAt });
    expect(shown.version).toBeGreaterThan(bad);
    expect((await caller.ask("dnssearch", good)).disposition).toBe("malicious");
    expect((await caller.ask("dnssearch", wrong)).disposition).not.toBe("malicious");
    const list = await (await caller.get("/api/v1/exports/domain.txt")).text();
    expect([list.includes(good), list.includes(wrong)]).toEqual([true, false]);
    expect(await editionsOf(source)).toMatchObject([
      { version: shown.version, live: true, rows: 1, badLines: 0 },
      { version: bad, live: false },
    ]);
  });

  it("200 also for the edition that was put away, and for a call that is repeated, with one line of the audit log each", async () => {
    const source = await aSource();
    const [name, other] = [aName(), aName()];
    const [before = 0, bad = 0] = await load(source, [[name], [other]]);
    const versions: number[] = [];
    for (const version of [before, before, bad]) {
      versions.push((await (await restore(source, version)).json<ShownSource>()).version);
    }
    expect(versions[1]).toBe(versions[0]);
    expect((await (await aCaller()).ask("dnssearch", other)).disposition).toBe("malicious");
    const lines = env.DB.prepare("select detail from audit_log where action = ? and target = ?");
    const { results } = await lines
      .bind("intel.edition_restored", source)
      .all<{ detail: string }>();
    expect(results.map(({ detail }) => JSON.parse(detail) as unknown)).toEqual([
      { edition: before, rows: 1, badLines: 0, version: versions[0] },
      { edition: bad, rows: 1, badLines: 0, version: versions[2] },
    ]);
  });

  it("404 for an edition or a source that is not there, 400 for no number, and nothing changes", async () => {
    const source = await aSource();
    const [live = 0] = await load(source, [[aName()]]);
    expect((await restore(source, live)).status).toBe(404);
    expect((await restore(source, live + 1)).status).toBe(404);
    expect((await restore("no-such-source", live)).status).toBe(404);
    expect((await restore(source, "latest")).status).toBe(400);
    const nowhere = await call("GET", pathOf("no-such-source"), { as: await anOperator() });
    expect(nowhere.status).toBe(404);
    expect(await editionsOf(source)).toMatchObject([{ version: live, live: true }]);
  });

  it("404 if its file is gone, and what is live stays live", async () => {
    const source = await aSource();
    const name = aName();
    const [before = 0] = await load(source, [[aName()], [name]]);
    const file = (await findLive(env.OBJECTS, source))?.before?.[0]?.file ?? "";
    await env.OBJECTS.delete(file);
    expect((await restore(source, before)).status).toBe(404);
    expect((await (await aCaller()).ask("dnssearch", name)).disposition).toBe("malicious");
  });

  it("200 while its feed is fetched, which does not bring the wrong one back", async () => {
    const source = await aSource({ address: "https://feeds.rampart.dev/list", refresh: true });
    const [good, wrong] = [aName(), aName()];
    const [before = 0] = await load(source, [[good], [wrong]]);
    const fetch = async () => {
      expect((await restore(source, before)).status).toBe(200);
      return new Response(wrong);
    };
    await refreshSources(env, { ...livePlatform, log: () => {}, fetch });
    const caller = await aCaller();
    const fresh = anotherIsolate();
    const asked = (name: string) => caller.ask("dnssearch", name, undefined, fresh);
    expect((await asked(good)).disposition).toBe("malicious");
    expect((await asked(wrong)).disposition).not.toBe("malicious");
    const answer = await call("GET", "/admin/intel/sources", { as: await anOperator() });
    const { items } = await answer.json<{ items: ShownSource[] }>();
    expect(items.find(({ id }) => id === source)).toMatchObject({ status: "live", refresh: false });
    // What somebody loads by hand counts.
    expect((await upload(source, `${wrong}\n`)).status).toBe(200);
    expect((await caller.ask("dnssearch", wrong)).disposition).toBe("malicious");
  });

  it("after a failure half way, the next fetch ends what it began: fetching is off, and the audit log has it", async () => {
    const source = await aSource({ address: "https://feeds.rampart.dev/list", refresh: true });
    const [good, wrong] = [aName(), aName()];
    const [before = 0] = await load(source, [[good], [wrong]]);
    const known = await findSource(database(env), source);
    if (known === undefined) throw new Error("no such source");
    const order = { version: before, by: ROOT, now: Date.now() };
    const noBatch = new Proxy(database(env), {
      get: (db, name) =>
        name === "batch" ? () => Promise.reject(new Error("cut off")) : Reflect.get(db, name),
    });
    const halfWay = restoreEdition({ db: noBatch, bucket: env.OBJECTS }, known, order);
    await expect(halfWay).rejects.toThrow("cut off");
    let fetched = 0;
    const lines: LogLine[] = [];
    const fetch = async () => {
      fetched += 1;
      return new Response(wrong);
    };
    const run = (hours: number) =>
      refreshSources(env, {
        ...livePlatform,
        now: () => Date.now() + hours * HOUR_MS,
        log: (line) => void lines.push(line),
        fetch,
      });
    await run(1);
    await run(30);
    expect([fetched, lines.filter(({ level }) => level === "error")]).toEqual([0, []]);
    const [live] = await editionsOf(source);
    const answer = await call("GET", "/admin/intel/sources", { as: await anOperator() });
    const { items } = await answer.json<{ items: ShownSource[] }>();
    expect(items.find(({ id }) => id === source)).toMatchObject({
      status: "live",
      refresh: false,
      rows: 1,
      version: live?.version,
    });
    const log = "select actor, detail from audit_log where action = ? and target = ?";
    const { results } = await env.DB.prepare(log)
      .bind("intel.edition_restored", source)
      .all<{ actor: string; detail: string }>();
    expect(results.map(({ actor, detail }) => [actor, JSON.parse(detail) as unknown])).toEqual([
      [ROOT.subject, { edition: before, rows: 1, badLines: 0, version: live?.version }],
    ]);
    // The same call again finds that all is done.
    expect((await restore(source, before)).status).toBe(200);
    expect((await upload(source, `${wrong}\n`)).status).toBe(200);
  });

  it("200 for a segment that was built elsewhere", async () => {
    const source = await aSource();
    const name = aName();
    const { bytes } = aSegment(source, [name]);
    const sent = await put(`/admin/intel/sources/${source}/segment`, bytes);
    const { version } = await sent.json<{ version: number }>();
    await load(source, [[aName()]]);
    expect((await restore(source, version)).status).toBe(200);
    expect((await (await aCaller()).ask("dnssearch", name)).disposition).toBe("malicious");
  });
});

describe("GET /admin/intel/sources/{id}/editions", () => {
  it("200 without editions that list the same as the next one, as of a publisher that always sends all", async () => {
    const source = await aSource();
    const [one, other] = [[aName()], [aName()]];
    const versions = await load(source, [one, other, other, other]);
    const kept = [versions.at(-1), versions[0]];
    expect((await editionsOf(source)).map(({ version }) => version)).toEqual(kept);
  });

  it("200 with none before the first feed, and with those that are kept, whose files the sweep leaves", async () => {
    const source = await aSource();
    expect(await editionsOf(source)).toEqual([]);
    const versions = await load(
      source,
      Array.from({ length: 8 }, () => [aName()]),
    );
    const kept = versions.toReversed().slice(0, 6);
    expect((await editionsOf(source)).map(({ version }) => version)).toEqual(kept);
    for (const days of [1, 2]) {
      await sweepSegments(env, { ...livePlatform, now: () => Date.now() + days * DAY_MS });
    }
    expect((await restore(source, kept.at(-1) ?? 0)).status).toBe(200);
  });
});
