import { gunzipSync } from "node:zlib";
import type { Miniflare } from "miniflare";
import { keepOperatorToken } from "../../scripts/dev/keep-operator-token.ts";
import { migrate } from "../../scripts/dev/migrate.ts";
import { databaseOf } from "../../scripts/dev/runtime-database.ts";
import { openRuntime, type RuntimeOptions } from "./product-runtime.ts";

const TENANT = `INSERT INTO tenants (id, name, plan, status, created_at, updated_at)
  VALUES (?1, ?1, 'team', 'active', ?2, ?2) ON CONFLICT DO NOTHING`;
/**
 * A runtime that has just begun may lose a request; everything that makes a database may be done twice.
 */
const TRIES = 3;

interface Statement {
  sql: string;
  values: readonly (string | number)[];
}

/** Run by running-bundle.ts: the product's runtime, started and killed as often as it is told. */
const [bundleFile = ""] = process.argv.slice(2);
let runtime: Miniflare | undefined;

const DEEDS = {
  async start(options: RuntimeOptions): Promise<void> {
    runtime = openRuntime(bundleFile, options);
    await runtime.ready;
  },

  /** Ends the process of the runtime with SIGKILL: nothing can be finished. */
  async kill(): Promise<void> {
    await runtime?.dispose();
    runtime = undefined;
  },

  /** Makes the database, with an operator and these tenants; returns the operator's token. */
  async found(tenants: readonly string[]): Promise<string> {
    for (let left = TRIES; ; left -= 1) {
      try {
        return await found(tenants);
      } catch (error) {
        if (left === 1 || !String(error).includes("fetch failed")) throw error;
      }
    }
  },

  async write({ sql, values }: Statement): Promise<void> {
    await databaseOf(running())
      .prepare(sql)
      .bind(...values)
      .run();
  },

  /** Begins the jobs of a cron line, and does not wait for them: they may be killed. */
  async cron(line: string): Promise<void> {
    const worker = await running().getWorker("rampart");
    worker.scheduled({ cron: line }).catch(() => {});
  },

  /** Returns everything in the archive of events, as a reader of the bucket finds it. */
  async archived(): Promise<string> {
    const bucket = await running().getR2Bucket("OBJECTS", "rampart");
    const { objects } = await bucket.list({ prefix: "events/" });
    const files = await Promise.all(objects.map(({ key }) => bucket.get(key)));
    const texts = files.map(async (file) =>
      file === null ? "" : gunzipSync(await file.arrayBuffer()).toString(),
    );
    return (await Promise.all(texts)).join("");
  },
};

export type Deeds = typeof DEEDS;

process.on("disconnect", () => process.exit());
process.on("message", ({ deed, given }: { deed: keyof Deeds; given: never }) => {
  DEEDS[deed](given).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ failure: String(error) }),
  );
});

async function found(tenants: readonly string[]): Promise<string> {
  const db = databaseOf(running());
  await migrate(db, "migrations");
  for (const id of tenants) await db.prepare(TENANT).bind(id, Date.now()).run();
  return keepOperatorToken(db, undefined);
}

function running(): Miniflare {
  if (runtime === undefined) throw new Error("the product does not run");
  return runtime;
}
