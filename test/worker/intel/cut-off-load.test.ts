import { env } from "cloudflare:workers";
import { afterEach, expect, it, vi } from "vitest";
import { isRefusal } from "../../../src/http/index.ts";
import { LiveIndex } from "../../../src/intel/live/live-index.ts";
import { database } from "../../../src/platform/index.ts";

const never = new Promise<never>(() => {});
const manifest = { etag: "1", json: async () => ({ version: 1, entries: [] }) };
const moment = { now: Date.UTC(2026, 0, 1), log: () => {}, outlive: () => {} };

afterEach(() => {
  vi.restoreAllMocks();
});

/** An index whose first load never ends; its first waits end as `waits` do, later ones never. */
function anIndex(...waits: Promise<void>[]): LiveIndex {
  const answers = [never];
  vi.spyOn(scheduler, "wait").mockImplementation(async () => waits.shift() ?? never);
  const bucket = { ...env.OBJECTS, get: async () => answers.shift() ?? manifest };
  return new LiveIndex(bucket as unknown as R2Bucket, undefined, database(env));
}

it("a refresh after a change of the manifest does not wait for a load that was cut off", async () => {
  const live = anIndex(never, Promise.resolve());
  void live.current(moment);
  await live.refresh(moment);
  expect(isRefusal(await live.current(moment))).toBe(false);
});

it("a load that was cut off gives 503, and the next request starts it again", async () => {
  const live = anIndex(Promise.resolve());
  const refused = { status: 503, error: "intel_unavailable", retryAfterSeconds: 2 };
  expect(await live.current(moment)).toMatchObject(refused);
  expect(isRefusal(await live.current(moment))).toBe(false);
});
