import { resolve } from "node:path";
import { takeArguments } from "../instance/take-arguments.ts";
import { claimPorts } from "./claim-ports.ts";
import { isPlain } from "./failure.ts";
import { openState } from "./open-state.ts";
import { readDrizzleQuickly } from "./quick-drizzle.ts";
import { readSettings } from "./settings.ts";
import { ShutDown } from "./shut-down.ts";
import { spareLoopback } from "./spare-loopback.ts";

const USAGE = `npm start [-- --fresh]

  Starts the product on this machine with demonstration data. docs/local.md has the settings.

  --fresh            forgets database, secrets, certificates and credentials first
  PORT, MTLS_PORT    where it listens; 8787 and 8443 without them
  RAMPART_STATE_DIR  where it keeps all that; .dev without it`;

const startedAt = performance.now();
Object.assign(process.env, spareLoopback(process.env));
const shutDown = new ShutDown();

try {
  await start();
} catch (error) {
  if (!shutDown.ending) console.error(isPlain(error) ? error.message : error);
  await shutDown.exit(1);
}

/** Starts the product. Wrong settings are refused before all that a running product needs is loaded. */
async function start(): Promise<void> {
  const { switches } = takeArguments(USAGE, { switches: ["fresh"] });
  const root = resolve(import.meta.dirname, "../..");
  const settings = readSettings(root, switches.has("fresh"), process.env);
  await claimPorts(settings);
  await shutDown.onEnd(openState(settings));
  readDrizzleQuickly();
  const { run } = await import("./run.ts");
  await run(settings, shutDown, startedAt);
}
