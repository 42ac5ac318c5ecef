import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { LiveIndex } from "../../../src/intel/live/live-index.ts";
import { database, type LogLine } from "../../../src/platform/index.ts";
import { aName, aSource, upload } from "../../support/intel.ts";

const LATER_MS = 20_000;

it("an isolate logs, once for each new feed, the seconds from its fetch until the isolate answers by it", async () => {
  const [source, other] = [await aSource(), await aSource()];
  await upload(other, aName());
  const live = new LiveIndex(env.OBJECTS, undefined, database(env));
  const lines: LogLine[] = [];
  const log = (line: LogLine) => void lines.push(line);
  const at = async (now: number) => live.refresh({ now, log, outlive: () => undefined });
  const told = () => lines.filter(({ event }) => event === "intel_feed_answers");
  await at(Date.now());
  expect(told()).toEqual([]);
  await upload(source, aName());
  await at(Date.now() + LATER_MS);
  const [line, ...more] = told();
  expect(more).toEqual([]);
  expect(line).toEqual({
    level: "info",
    event: "intel_feed_answers",
    source,
    version: expect.any(Number),
    seconds: expect.any(Number),
  });
  expect(line?.["seconds"]).toBeGreaterThanOrEqual(LATER_MS / 1000 - 1);
  expect(line?.["seconds"]).toBeLessThan((2 * LATER_MS) / 1000);
  await at(Date.now() + 2 * LATER_MS);
  expect(told()).toHaveLength(1);
});
