import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mailOf } from "./mail-of.ts";
import { sendOnce } from "../load/send-once.ts";
import type { Ask } from "./rate-of.ts";

interface Peer {
  name: string;
  ask: Ask;
  stop: () => Promise<void>;
}

type StartPeer = () => Promise<Peer | { absent: string }>;

const RSPAMD_PORT = 9331;
const SPAMD_PORT = 9332;
const PROCESSES = 2;
/** rspamd compiles its patterns when it first starts. */
const START_MS = 180_000;
const POLL_MS = 500;
const TRIAL = { channel: "email", sender: "a@b.example", subject: "hello", body: "hello" } as const;

/**
 * Starts rspamd as Debian ships it, with as many processes as the machine has cores and without
 * network.
 */
const startRspamd: StartPeer = async () => {
  const version = versionOf("rspamd", ["-v"]);
  if (version === undefined) return { absent: "rspamd; there is none on the path." };
  const folder = mkdtempSync(join(tmpdir(), "rampart-rspamd-"));
  const local = join(folder, "local.d");
  mkdirSync(local);
  const settings: Record<string, string> = {
    "options.inc": 'dns { nameserver = "127.0.0.1:9"; timeout = 50ms; retransmits = 1; }',
    "worker-normal.inc": `bind_socket = "127.0.0.1:${RSPAMD_PORT}"; count = ${PROCESSES};`,
    "worker-controller.inc": "enabled = false;",
    "worker-proxy.inc": "enabled = false;",
    "worker-fuzzy.inc": "enabled = false;",
    "fuzzy_check.conf": "enabled = false;",
    "rbl.conf": "enabled = false;",
    "logging.inc": 'level = "error";',
  };
  for (const [name, text] of Object.entries(settings)) writeFileSync(join(local, name), text);
  const places = ["DBDIR", "RUNDIR", "LOGDIR"].map((name) => `--var=${name}=${folder}`);
  const child = spawn("rspamd", ["-f", "-i", `--var=LOCAL_CONFDIR=${folder}`, ...places], {
    stdio: "ignore",
  });
  const url = `http://127.0.0.1:${RSPAMD_PORT}/checkv2`;
  const ask: Ask = async (message, agent) =>
    sendOnce(url, { method: "POST", body: mailOf(message) }, agent);
  return whenUp({ name: version, ask, stop: stopOf(child, folder) });
};

/** Starts SpamAssassin's daemon with its own rules and without network. */
const startSpamd: StartPeer = async () => {
  const version = versionOf("spamd", ["--version"]);
  if (version === undefined) return { absent: "SpamAssassin; there is no `spamd` on the path." };
  const folder = mkdtempSync(join(tmpdir(), "rampart-spamd-"));
  const processes = ["-m", String(PROCESSES), `--min-children=${PROCESSES}`];
  const where = ["-i", "127.0.0.1", "-p", String(SPAMD_PORT), "-H", folder];
  const child = spawn("spamd", ["-L", "-x", "-s", "null", ...where, ...processes], {
    stdio: "ignore",
  });
  const ask: Ask = async (message) => checkBySpamd(mailOf(message));
  return whenUp({ name: version, ask, stop: stopOf(child, folder) });
};

export const PEERS: readonly StartPeer[] = [startRspamd, startSpamd];

function versionOf(command: string, flags: string[]): string | undefined {
  const { error, stdout, stderr } = spawnSync(command, flags, { encoding: "utf8" });
  if (error !== undefined) return undefined;
  return (
    (stdout + stderr)
      .split("\n")
      .find((line) => /\d+\.\d+/.test(line))
      ?.trim() ?? command
  );
}

async function whenUp(peer: Peer): Promise<Peer | { absent: string }> {
  const until = performance.now() + START_MS;
  while (performance.now() < until) {
    const agent = new Agent();
    try {
      await peer.ask(TRIAL, agent);
      return peer;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    } finally {
      agent.destroy();
    }
  }
  await peer.stop();
  return { absent: `${peer.name}; it did not start within ${START_MS / 1_000} s.` };
}

function stopOf(child: ChildProcess, folder: string): Peer["stop"] {
  return async () => {
    const gone = new Promise((resolve) => child.once("exit", resolve));
    if (child.exitCode === null && child.kill()) await gone;
    rmSync(folder, { recursive: true, force: true });
  };
}

/** Asks spamd once, by its own protocol. It closes the connection after its answer. */
async function checkBySpamd(mail: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const bytes = Buffer.from(mail);
    const socket = connect(SPAMD_PORT, "127.0.0.1");
    let said = "";
    socket.once("error", reject);
    socket.on("data", (piece: Buffer) => (said += piece.toString("latin1")));
    socket.once("end", () =>
      /^SPAMD\/[\d.]+ 0 /.test(said) ? resolve() : reject(new Error(said.slice(0, 80))),
    );
    socket.write(`CHECK SPAMC/1.5\r\nContent-length: ${bytes.length}\r\n\r\n`);
    socket.write(bytes);
  });
}
