import { readFileSync } from "node:fs";
import type { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { modulesOf } from "../../scripts/bench/bundle.ts";
import { loadMiniflare } from "../../scripts/dev/local-database.ts";
import { databaseWorker } from "../../scripts/dev/runtime-database.ts";
import type { Deployable } from "./bundle-once.ts";

type V4Options = Parameters<typeof convertV4MiniflareOptions>[0];

export interface RuntimeOptions {
  /** Settings in place of those of wrangler.toml, or beside them. */
  vars: Record<string, string>;
  /** The port to listen on; without it only dispatchFetch reaches the product. */
  port?: number;
  /** Where the state is kept, as by `wrangler dev`; without it the state ends with the runtime. */
  stateDir?: string;
  /** Queues that are left out, as if they accepted nothing. */
  without?: readonly string[];
  /** Further options of the Worker. */
  more?: object;
}

/** Opens a runtime with the product's bundle. */
export function openRuntime(bundleFile: string, how: RuntimeOptions): Miniflare {
  const { script, data, options } = JSON.parse(readFileSync(bundleFile, "utf8")) as Deployable;
  const files = data.map(({ name, base64 }) => ({ name, bytes: Buffer.from(base64, "base64") }));
  const { port, stateDir, without = [] } = how;
  const worker = {
    ...options,
    name: "rampart",
    modules: modulesOf({ script, data: files }),
    bindings: { ...options.bindings, ...how.vars },
    queueProducers: leaveOut(options["queueProducers"] as object, without),
    ...how.more,
  };
  const all = {
    workers: [worker, databaseWorker(options["d1Databases"])],
    cf: false,
    // The log must be read, or workerd stops when its pipe is full.
    handleStructuredLogs: () => {},
    ...(port === undefined ? {} : { host: "127.0.0.1", port }),
    ...(stateDir === undefined ? {} : { resourcePersistencePath: stateDir }),
  } as unknown;
  const runtime = loadMiniflare();
  return new runtime.Miniflare(runtime.convertV4MiniflareOptions(all as V4Options));
}

function leaveOut(bindings: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(bindings).filter(([name]) => !names.includes(name)));
}
