import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { exportRows } from "../../../src/intel/exports/export-rows.ts";
import { liveIndexOf } from "../../../src/intel/live/live-index.ts";
import { NO_LISTS } from "../../../src/intel/tenant-lists/match-lists.ts";
import { isRefusal } from "../../../src/http/index.ts";
import { livePlatform } from "../../../src/platform/index.ts";
import { anApp } from "../../support/app.ts";
import { aCaller, aName, aSource, put, upload } from "../../support/intel.ts";
import { aSegment } from "../../support/intel-segment.ts";

/** A bucket that counts how many parts of segments are read from it. */
function aCountingBucket() {
  let reads = 0;
  const get = (file: string, options?: R2GetOptions) => {
    if (options?.range !== undefined && file.includes("/segments/")) reads += 1;
    return options === undefined ? env.OBJECTS.get(file) : env.OBJECTS.get(file, options);
  };
  const OBJECTS = new Proxy(env.OBJECTS, {
    get: (bucket, name) =>
      name === "get" ? get : (Reflect.get(bucket, name) as () => unknown).bind(bucket),
  });
  return { OBJECTS, reads: () => reads };
}

/** Makes the export of names within smaller bounds than the product's, and keeps the log lines. */
async function anExporter(bindings: Cloudflare.Env, now = Date.now()) {
  const lines: { event: string }[] = [];
  const log = (line: { event: string }) => lines.push(line);
  const platform = { ...livePlatform, now: () => now, log };
  const asker = { env: bindings, platform, outlive: () => undefined, tenantId: undefined };
  const live = liveIndexOf(bindings);
  const index = await live.current({ now, log, outlive: () => undefined });
  if (isRefusal(index)) throw new Error(index.message);
  const knowledge = { index, lists: NO_LISTS, mailSecret: "", confirm: live.confirm };
  const make = (calls = 9_000, rows = 100_000, withSuspicious = false) =>
    exportRows(asker, knowledge, "domain", withSuspicious, { calls, rows });
  return { make, lines };
}

describe("an export of names that large sources list as well", () => {
  it("stops at its bound of store reads with 503 export_too_large; is complete within the usual bound", async () => {
    const names = Array.from({ length: 9 }, aName);
    expect((await upload(await aSource(), `${names.join("\n")}\n`)).status).toBe(200);
    for (let large = 0; large < 6; large += 1) {
      const source = await aSource();
      const { bytes } = aSegment(source, names, 3);
      expect((await put(`/admin/intel/sources/${source}/segment`, bytes)).status).toBe(200);
    }
    const { OBJECTS, reads } = aCountingBucket();
    const { make, lines } = await anExporter({ ...env, OBJECTS });

    const before = reads();
    expect(await make(4)).toMatchObject({ status: 503, error: "export_too_large" });
    expect(reads() - before).toBeLessThanOrEqual(4);
    expect(lines).toContainEqual(expect.objectContaining({ event: "intel_export_failed" }));

    const rows = await make();
    if (isRefusal(rows)) throw new Error(rows.message);
    expect(rows.map(({ value }) => value)).toEqual(expect.arrayContaining(names));
  });
});

describe("an export of more rows than its bound", () => {
  it("is cut at the bound, with a warning in the log", async () => {
    const names = Array.from({ length: 9 }, aName);
    expect((await upload(await aSource(), `${names.join("\n")}\n`)).status).toBe(200);
    // On a day for which no export is stored yet.
    const { make, lines } = await anExporter(env, Date.now() + 86_400_000);
    // The first of all sources, some of which other files may have made, and not all malicious.
    expect(await make(9_000, 5, true)).toHaveLength(5);
    const told = { level: "warn", event: "intel_export_full", kind: "domain", mostRows: 5 };
    expect(lines).toContainEqual(told);
  });
});

describe("GET /api/v1/exports/rpz.zone with more allowed names below denied ones than its bound", () => {
  it("leaves out the names beyond the bound; the log gives the tenant and the number left out", async () => {
    const { tenantId, headers } = await aCaller();
    const allowed = Array.from({ length: 260 }, (_, at) => `${"a.".repeat(80)}${at}.evil.test`);
    const insert = `insert into intel_entries
        (id, tenant_id, action, type, value, note, created_by, created_at, updated_at)
      select ?1 || key, ?1, iif(value = 'evil.test', 'deny', 'allow'), 'domain', value, '', 't', 1, 1
      from json_each(?2)`;
    const values = JSON.stringify(["evil.test", ...allowed]);
    await env.DB.prepare(insert).bind(tenantId, values).run();
    const { request, lines } = anApp();
    const answer = await request("/api/v1/exports/rpz.zone", { headers });
    expect(answer.status).toBe(200);
    expect((await answer.text()).match(/^a\.a.* rpz-passthru\.$/gm)).toHaveLength(250);
    const told = { level: "warn", event: "intel_zone_full", tenantId, leftOut: 10 };
    expect(lines.filter(({ event }) => event.startsWith("intel_zone"))).toEqual([told]);
    expect(JSON.stringify(lines)).not.toContain("evil.test");
  });
});
