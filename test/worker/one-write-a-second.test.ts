import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { reconfirm } from "../../src/intel/refresh/publish.ts";
import { readManifest } from "../../src/intel/segments/manifest.ts";
import { database } from "../../src/platform/index.ts";
import { anApp } from "../support/app.ts";
import { aCaller, aName, anotherIsolate, aSource, upload } from "../support/intel.ts";
import { ratedBucket } from "../support/rated-bucket.ts";

/** The clock of such a bucket: a wait moves it on and ends at once. */
function aClock(): () => number {
  let now = Date.now();
  vi.spyOn(scheduler, "wait").mockImplementation(async (ms) => {
    now += ms;
  });
  return () => now;
}

afterEach(() => void vi.restoreAllMocks());

describe("while R2 takes one write of a key in a second", () => {
  it("GET /readyz is 200 for three concurrent requests", async () => {
    const bucket = ratedBucket();
    const { request } = anApp({}, { OBJECTS: bucket });
    const answers = await Promise.all([1, 2, 3].map(() => request("/readyz")));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it("GET /readyz is 503 if R2 refuses a write for another reason", async () => {
    const put = () => Promise.reject(new Error("put: We encountered an internal error. (10001)"));
    const answer = await anotherIsolate({}, { put }).request("/readyz");
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ parts: { database: "ok", files: "failed" } });
  });

  it("concurrent changes of the manifest are all stored", async () => {
    const sources = [await aSource(), await aSource(), await aSource()];
    for (const source of sources) await upload(source, `${aName()}\n`);
    const bucket = ratedBucket(aClock());
    const stores = { db: database(env), bucket };
    const at = Date.now() + 60_000;
    const ourOwn = async () =>
      (await readManifest(bucket)).manifest.entries.filter(({ source }) =>
        sources.includes(source.id),
      );
    const before = await ourOwn();
    await Promise.all(
      before.map(({ source: { id }, version }) => reconfirm(stores, { id, version }, at)),
    );
    const ours = await ourOwn();
    expect(ours.map(({ confirmedAt }) => confirmedAt)).toEqual([at, at, at]);
  });

  it("GET /exports is 200 for three isolates asked for the same new list at once", async () => {
    const name = aName();
    expect((await upload(await aSource(), `${name}\n`)).status).toBe(200);
    const caller = await aCaller();
    const bucket = ratedBucket();
    const isolates = [1, 2, 3].map(() => anApp({}, { OBJECTS: new Proxy(bucket, {}) }));
    const path = "/api/v1/exports/domain.txt";
    const answers = await Promise.all(
      isolates.map(({ request }) => request(path, { headers: caller.headers })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const answer of answers) expect(await answer.text()).toContain(name);
  });

  it("GET /v1/decisions/stream is 200 for two concurrent requests of a bouncer", async () => {
    const lists = [await aSource({ format: "ip-list", kind: "ip" }), `198.51.77.9\n`] as const;
    await upload(...lists);
    const { tenantId, key } = await aCaller();
    const { request } = anApp({}, { OBJECTS: ratedBucket() });
    const headers = { "x-api-key": `${tenantId}:${key}`, "user-agent": "crowdsec-bouncer/1.0" };
    const ask = () => request("/v1/decisions/stream?startup=true", { headers });
    const answers = await Promise.all([ask(), ask()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });
});
