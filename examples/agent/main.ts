import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { Agent } from "./agent.ts";
import { takeLock } from "./lock.ts";
import { makeFolder } from "./make-folder.ts";

const { RAMPART_URL, RAMPART_CODE, RAMPART_SERVER_CA, RAMPART_AGENT_DIR } = process.env;

const stateDir = RAMPART_AGENT_DIR ?? ".dev/agent";

const unusable = `RAMPART_AGENT_DIR, ${stateDir}: `;

orEnd(() => makeFolder(stateDir), unusable);
const agent = orEnd(makeAgent);
const holder = orEnd(() => takeLock(stateDir), unusable);
if (holder !== undefined) {
  console.error(`${stateDir}/lock: process ${holder} works in this directory already.`);
  process.exit(1);
}
orEnd(() => agent.identity);

for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(0));

/** How long to wait after an error such as a full disk. Events that wait to be sent are kept. */
const TROUBLE_WAIT_S = 60;
/** The exit code if starting again would not help: somebody has to look. */
const STOPPED = 2;

agent.report("agent.started", { pid: process.pid });
for (;;) {
  const turn = await agent.turn().catch((error: unknown) => {
    console.error(error);
    return { waitS: TROUBLE_WAIT_S };
  });
  if ("stop" in turn) {
    console.error(`stops: ${turn.stop}`);
    process.exit(STOPPED);
  }
  await sleep(turn.waitS * 1000);
}

/** Ends the process with one line if a setting is wrong: to try again would not help. */
function orEnd<T>(attempt: () => T, before = ""): T {
  try {
    return attempt();
  } catch (error) {
    console.error(before + (error instanceof Error ? error.message : String(error)));
    return process.exit(1);
  }
}

function makeAgent(): Agent {
  const baseUrl = RAMPART_URL ?? "https://localhost:8443";
  if (!baseUrl.startsWith("https://") || !URL.canParse(baseUrl)) {
    throw new Error(`RAMPART_URL must begin with https://, not: ${baseUrl}`);
  }
  return new Agent({
    baseUrl,
    stateDir,
    enrollmentCode: RAMPART_CODE,
    serverCa: RAMPART_SERVER_CA === undefined ? undefined : readFileSync(RAMPART_SERVER_CA, "utf8"),
    version: "1.0.0",
    log: (line) => console.log(`${new Date().toISOString()} ${line}`),
  });
}
