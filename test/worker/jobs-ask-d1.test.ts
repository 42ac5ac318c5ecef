import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { runJobs } from "../../src/jobs.ts";
import { livePlatform } from "../../src/platform/index.ts";
import { runErasures } from "../../src/tenants/erasure/run-erasures.ts";
import type { Eraser } from "../../src/platform/index.ts";
import { askErasure, closeTenant, LATER_MS } from "../support/erasure.ts";
import { neverDone } from "../support/never-done.ts";
import { aTenant } from "../support/people.ts";

/** The queries that D1 takes from one call of a Worker; a turn of the cron is one call. */
const MOST_QUERIES = 1_000;
/** Kept free for two ledgers of fifty files each (rows, and a batch of two) and for moves of a root. */
const LEDGERS_AND_ROOTS = 350;
const quiet = { ...livePlatform, log: () => {} };

describe("a turn of the cron", () => {
  it.each([
    ["7 * * * *", 0],
    ["7 * * * *", 9e9],
    ["17 3 * * *", 0],
    ["* * * * *", 9e9],
  ])(
    "at %s makes no more D1 queries than allowed, however much there is to delete (%i bytes)",
    async (cron, size) => {
      const { DB, asked } = neverDone(size);
      await runJobs(cron, { ...env, DB }, quiet);
      expect(asked.statements).toBeGreaterThan(40);
      expect(asked.statements).toBeLessThan(MOST_QUERIES - LEDGERS_AND_ROOTS);
    },
  );

  it("takes at most 300 steps of erasures, however many tenants are being erased", async () => {
    for (let count = 0; count < 5; count += 1) {
      const tenantId = await aTenant();
      await closeTenant(tenantId);
      await askErasure(tenantId);
    }
    let steps = 0;
    const endless: Eraser = {
      name: "endless",
      kind: "events",
      erase: async () => {
        steps += 1;
        return { gone: 1, next: "more" };
      },
    };
    await runErasures(env, { ...quiet, now: () => Date.now() + LATER_MS }, [endless]);
    expect(steps).toBeGreaterThan(100);
    expect(steps).toBeLessThanOrEqual(300);
  });
});
