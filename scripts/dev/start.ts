import { resolve } from "node:path";
import { claimPorts } from "./claim-ports.ts";
import { Failure } from "./failure.ts";
import { openState } from "./open-state.ts";
import { readSettings } from "./settings.ts";
import { ShutDown } from "./shut-down.ts";

const startedAt = performance.now();
const shutDown = new ShutDown();

try {
  await start();
} catch (error) {
  if (!shutDown.ending) console.error(error instanceof Failure ? error.message : error);
  await shutDown.exit(1);
}

/** What can be refused at once is, before all that a running product needs is even loaded. */
async function start(): Promise<void> {
  const root = resolve(import.meta.dirname, "../..");
  const settings = readSettings(root, process.argv.slice(2), process.env);
  await claimPorts(settings);
  await shutDown.onEnd(openState(settings));
  const { run } = await import("./run.ts");
  await run(settings, shutDown, startedAt);
}
