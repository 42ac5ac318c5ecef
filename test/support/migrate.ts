import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect } from "vitest";

/** The files of all run in one isolate, whose store is that of the file before. */
const isolate = globalThis as { storeIs?: "shared" | "own" };
const wanted = expect.getState().testPath?.includes("/test/isolated/") === true ? "own" : "shared";

if (wanted === "own" || isolate.storeIs !== "shared") {
  if (isolate.storeIs !== undefined) await reset();
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
}
isolate.storeIs = wanted;
