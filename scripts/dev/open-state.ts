import {
  accessSync,
  constants,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { codeOf, Failure, messageOf } from "./failure.ts";
import { makeFolder } from "./make-folder.ts";
import { shown, type Settings } from "./settings.ts";

const LOCK = "lock";
/** How long two starts at the same moment may take to write their locks. */
const SETTLED_MS = 100;
/** Everything that is ever made in the state directory; `--fresh` removes this and nothing else. */
const CONTENTS = [
  "credentials.json",
  "secrets.env",
  "tls",
  "worker",
  "worker.log",
  "migrations.log",
];

/** Makes the state directory, locks it for this process, and returns a function that unlocks it. */
export function openState(settings: Settings): () => void {
  const { stateDir, fresh } = settings;
  try {
    if (!(statSync(stateDir, { throwIfNoEntry: false })?.isDirectory() ?? true)) {
      throw new Failure(
        `The state directory ${shown(settings)} is a file: remove it, or set RAMPART_STATE_DIR.`,
      );
    }
    makeFolder(join(stateDir, "tls"));
    accessSync(stateDir, constants.R_OK | constants.W_OK | constants.X_OK);
    const unlock = lock(settings);
    for (const name of fresh ? CONTENTS : []) {
      rmSync(join(stateDir, name), { recursive: true, force: true });
    }
    makeFolder(join(stateDir, "tls"));
    return unlock;
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(
      `The state directory ${shown(settings)} cannot be used: ${messageOf(error)}.`,
    );
  }
}

/** Locks the state directory, because two Workers on one database would corrupt it. */
function lock(settings: Settings): () => void {
  const file = join(settings.stateDir, LOCK);
  const pid = String(process.pid);
  if (!writeNew(file, pid)) {
    // A lock that is made at this moment may still be empty.
    pause(SETTLED_MS);
    refuseHeld(settings, file);
    // The lock was left behind. If several starts take it over, the last one has it.
    writeFileSync(`${file}.${pid}`, pid, { mode: 0o600 });
    renameSync(`${file}.${pid}`, file);
    pause(SETTLED_MS);
    refuseHeld(settings, file);
  }
  return () => rmSync(file, { force: true });
}

/** Writes a new file; false if there is one already. */
function writeNew(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { mode: 0o600, flag: "wx" });
    return true;
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
    return false;
  }
}

function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 0, ms);
}

function refuseHeld(settings: Settings, file: string): void {
  const holder = holderOf(file);
  if (holder !== null) {
    throw new Failure(
      `The state directory ${shown(settings)} is in use by process ${holder}: end it, or set RAMPART_STATE_DIR. If that process is no npm start, remove ${shown(settings, LOCK)}.`,
    );
  }
}

/** The process that holds the lock, if it is still there. */
function holderOf(file: string): number | null {
  if (!existsSync(file)) return null;
  const pid = Number(readFileSync(file, "utf8"));
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return null;
  try {
    process.kill(pid, 0);
    return pid;
  } catch (error) {
    // A process that we may not signal is there all the same.
    return codeOf(error) === "EPERM" ? pid : null;
  }
}
