import { execFileSync, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { addressNumber, addressOf } from "./generate.ts";

const PORT = 9320;
const KEY = "bench";
const START_MS = 20_000;
/** CrowdSec stores an address as a signed number whose zero is in the middle. */
const MIDDLE = 2n ** 63n - 1n;

export interface Lapi {
  url: (address: string) => string;
  headers: Record<string, string>;
  version: string;
  stop: () => void;
}

/** Starts CrowdSec's local API alone with so many addresses; undefined if it is not installed. */
export async function startLapi(rows: number): Promise<Lapi | undefined> {
  const version = versionOf();
  if (version === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "rampart-crowdsec-"));
  const config = writeConfig(folder);
  const cscli = (...more: string[]) =>
    execFileSync("cscli", ["-c", config, ...more], { stdio: "ignore" });
  const machine = ["machines", "add", "bench", "--password", KEY];
  cscli(...machine, "-f", join(folder, "credentials.yaml"));
  cscli("bouncers", "add", "bench", "-k", KEY);
  const first = await run(config);
  cscli("decisions", "add", "--ip", addressOf(0), "--duration", "24h");
  await end(first);
  multiply(join(folder, "crowdsec.db"), rows);
  const service = await run(config);
  return {
    url: (address) => `http://127.0.0.1:${PORT}/v1/decisions?ip=${address}`,
    headers: headersOf(),
    version,
    stop: () => {
      service.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function versionOf(): string | undefined {
  const { error, stdout, stderr } = spawnSync("crowdsec", ["-version"], { encoding: "utf8" });
  if (error !== undefined) return undefined;
  return /version: (\S+)/.exec(stdout + stderr)?.[1] ?? "of an unknown version";
}

function headersOf(): Record<string, string> {
  return { "X-Api-Key": KEY, "User-Agent": "crowdsec-bench/v1" };
}

/** Writes CrowdSec's own defaults, with its database in the faster of the two modes. */
function writeConfig(folder: string): string {
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const profiles = file("profiles.yaml", "name: none\nfilters:\n - false\non_success: break\n");
  const simulation = file("simulation.yaml", "simulation: false\n");
  const hub = file("index.json", "{}");
  return file(
    "config.yaml",
    `common: { daemonize: false, log_media: stdout, log_level: error }
config_paths: { config_dir: ${folder}, data_dir: ${folder}, hub_dir: ${folder}, index_path: ${hub}, simulation_path: ${simulation} }
cscli: { output: raw }
db_config: { type: sqlite, log_level: error, db_path: ${join(folder, "crowdsec.db")}, use_wal: true }
api:
  client: { credentials_path: ${join(folder, "credentials.yaml")} }
  server: { enable: true, log_level: error, listen_uri: "127.0.0.1:${PORT}", profiles_path: ${profiles} }
prometheus: { enabled: false }
`,
  );
}

async function run(config: string): Promise<ChildProcess> {
  const service = spawn("crowdsec", ["-c", config, "-no-cs"], { stdio: "ignore" });
  // Ends with the benchmark, however that ends.
  process.once("exit", () => service.kill());
  for (const until = performance.now() + START_MS; performance.now() < until;) {
    const answer = await fetch(`http://127.0.0.1:${PORT}/v1/decisions?ip=192.0.2.1`, {
      headers: headersOf(),
    }).catch(() => undefined);
    if (answer?.ok === true) return service;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  service.kill();
  throw new Error("CrowdSec's local API does not start.");
}

async function end(service: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => service.once("exit", resolve));
  service.kill();
  await ended;
}

/** Copies one decision in CrowdSec's database, because its own import takes minutes. */
function multiply(file: string, rows: number): void {
  const database = new DatabaseSync(file);
  const copy = database.prepare(
    `INSERT INTO decisions (created_at, updated_at, until, scenario, type, start_ip, end_ip,
       start_suffix, end_suffix, ip_size, scope, value, origin, simulated, alert_decisions)
     SELECT created_at, updated_at, until, scenario, type, :ip, :ip, start_suffix, end_suffix,
       ip_size, scope, :value, origin, simulated, alert_decisions
     FROM decisions ORDER BY id LIMIT 1`,
  );
  database.exec("BEGIN");
  for (let number = 1; number < rows; number += 1) {
    copy.run({ ip: BigInt(addressNumber(number)) - MIDDLE, value: addressOf(number) });
  }
  database.exec("COMMIT");
  database.close();
}
