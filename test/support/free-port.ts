import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Below the ports that systems give out by themselves, so that no connection takes one in the meantime.
 */
const FIRST = 20_000;
const LAST = 32_000;
const LOOPBACK = ["127.0.0.1", "::1"];
/**
 * A folder with one note for each port that a test run has taken, with the id of the process; one
 * folder for each user.
 */
const CLAIMS = join(tmpdir(), `rampart-test-ports-${process.getuid?.() ?? "all"}`);

const mine: string[] = [];
process.once("exit", () => {
  for (const note of mine) rmSync(note, { force: true });
});

/** Returns a port that nobody listens on and that no other test process takes while this one runs. */
export async function freePort(): Promise<number> {
  mkdirSync(CLAIMS, { recursive: true });
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    if (claim(join(CLAIMS, String(port))) && (await isFree(port))) return port;
  }
}

function claim(note: string): boolean {
  if (isHeld(note)) return false;
  try {
    writeFileSync(note, String(process.pid), { flag: "wx" });
  } catch {
    // Another process was quicker.
    return false;
  }
  mine.push(note);
  return true;
}

/** Whether a note still counts: the note of an ended process does not. */
function isHeld(note: string): boolean {
  try {
    process.kill(Number(readFileSync(note, "utf8")) || process.pid, 0);
    return true;
  } catch {
    rmSync(note, { force: true });
    return false;
  }
}

async function isFree(port: number): Promise<boolean> {
  const tried = await Promise.all(LOOPBACK.map((host) => isFreeOn(port, host)));
  return tried.every(Boolean);
}

function isFreeOn(port: number, host: string): Promise<boolean> {
  const server = createServer();
  return new Promise((done) => {
    server.once("error", ({ code }: NodeJS.ErrnoException) => done(code !== "EADDRINUSE"));
    server.listen({ port, host, exclusive: true }, () => server.close(() => done(true)));
  });
}
