import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { keepProductInside } from "./product-inside.ts";

/** The files of a project run in one isolate, which keeps the store of the file before. */
const isolate = globalThis as { isMigrated?: boolean };
const isAlone = expect.getState().testPath?.includes("/test/isolated/") === true;

keepProductInside();
if (isAlone || isolate.isMigrated !== true) {
  if (isolate.isMigrated === true) await emptyStores();
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
}
isolate.isMigrated = true;

/**
 * Empties D1 and R2. The runtime empties only objects that it has in memory, and drops those that
 * nobody called for ten seconds; D1 and R2 are such objects here. So both are called first, and checked
 * afterwards.
 */
async function emptyStores(): Promise<void> {
  const migrated = env.DB.prepare("select 1 from sqlite_master where name = 'd1_migrations'");
  await Promise.all([migrated.all(), env.OBJECTS.list({ limit: 1 })]);
  await reset();
  const [{ results }, { objects }] = await Promise.all([
    migrated.all(),
    env.OBJECTS.list({ limit: 1 }),
  ]);
  if (results.length + objects.length > 0) throw new Error("The file before has left its stores.");
}
