import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type * as MiniflareModule from "miniflare";
import { Failure } from "./failure.ts";
import { growQuickly } from "./quick-miniflare.ts";
import { databaseOf, databaseWorker } from "./runtime-database.ts";
import type { Settings } from "./settings.ts";

const DATABASE_ID = /^database_id\s*=\s*"([^"]+)"/m;

/** Where `wrangler dev --persist-to` keeps what its Worker stores. */
export function workerStateDir({ stateDir }: Settings): string {
  return join(stateDir, "worker");
}

/**
 * Opens the Worker's local database while the Worker does not run. In this process and without the
 * command line it takes a third of the time, see docs/local.md.
 */
export async function withLocalDatabase<T>(
  settings: Settings,
  use: (db: D1Database) => Promise<T>,
): Promise<T> {
  const id = DATABASE_ID.exec(readFileSync(join(settings.root, "wrangler.toml"), "utf8"))?.[1];
  if (id === undefined) throw new Failure("wrangler.toml names no database_id.");
  const { convertV4MiniflareOptions, Miniflare } = loadMiniflare();
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      workers: [databaseWorker({ DB: id })],
      resourcePersistencePath: join(workerStateDir(settings), "v3"),
      telemetry: { enabled: false },
      // What the runtime logs also comes with the error that it causes.
      handleStructuredLogs: () => {},
      cf: false,
    }),
  );
  try {
    await miniflare.ready;
    return await use(databaseOf(miniflare));
  } finally {
    await miniflare.dispose();
  }
}

/**
 * Loads miniflare by `require`. Its package.json does not say that it is CommonJS, and it is one file
 * of 6 MB: an `import` reads it once more to find that out and once to list its names, a tenth of a
 * second.
 */
export function loadMiniflare(): typeof MiniflareModule {
  growQuickly();
  return createRequire(import.meta.url)("miniflare") as typeof MiniflareModule;
}
