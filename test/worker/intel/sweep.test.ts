import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it } from "vitest";
import { sweepSegments } from "../../../src/intel/jobs.ts";
import { livePlatform } from "../../../src/platform/index.ts";
import { forgetSources } from "../../support/forget-sources.ts";
import { aSource, uploadTwice } from "../../support/intel.ts";

afterEach(forgetSources);

describe("the sweep of feeds' files", () => {
  it("keeps a file that was live until now for half a day, however old the file is", async () => {
    const id = await aSource();
    await uploadTwice(id);
    const names = async () => {
      const folders = ["segments", "texts"].map((kind) => `intel/${kind}/${id}/`);
      const found = await Promise.all(folders.map((prefix) => env.OBJECTS.list({ prefix })));
      return found.map(({ objects }) => objects.length);
    };
    const start = Date.now() + 5 * 86_400_000;
    const sweepAfter = (ms: number) =>
      sweepSegments(env, { ...livePlatform, log: () => {}, now: () => start + ms });
    for (const hours of [0, 6]) {
      await sweepAfter(hours * 3_600_000);
      expect([hours, ...(await names())]).toEqual([hours, 2, 2]);
    }
    await sweepAfter(13 * 3_600_000);
    expect(await names()).toEqual([1, 1]);
    // The note of unnamed files is dropped with the files; a damaged note costs a turn, no file.
    await env.OBJECTS.put("intel/unnamed.json", "{");
    await sweepAfter(14 * 3_600_000);
    expect(await names()).toEqual([1, 1]);
  });

  it("deletes files that no manifest names, a day after it found them", async () => {
    const id = await aSource();
    await uploadTwice(id);
    const count = async () => {
      const { objects } = await env.OBJECTS.list({ prefix: `intel/segments/${id}/` });
      return objects.length;
    };
    expect(await count()).toBe(2);
    const quiet = { ...livePlatform, log: () => {} };
    await sweepSegments(env, quiet);
    expect(await count()).toBe(2);
    await sweepSegments(env, { ...quiet, now: () => Date.now() + 90_000_000 });
    expect(await count()).toBe(1);
  });
});
