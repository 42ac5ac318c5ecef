import { statfsSync } from "node:fs";

/** What a first start writes, with a reserve. */
const NEEDED_BYTES = 16 * 1024 * 1024;

type Room = Record<"bavail" | "bsize", number>;

/** Tells what helps if the database fails. A full disk cannot be told by its errors, and stays full. */
export function adviseOn(stateDir: string, roomOf: (path: string) => Room = measure): string {
  const { bavail, bsize } = roomOf(stateDir);
  return bavail * bsize < NEEDED_BYTES
    ? "the disk is full: make room, then start again"
    : "npm start -- --fresh begins anew";
}

function measure(path: string): Room {
  return statfsSync(path);
}
