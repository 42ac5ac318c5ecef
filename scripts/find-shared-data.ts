import { existsSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
/** Beside the project, or beside the folder that holds it. */
const PLACES = ["../shared/data", "../../shared/data"];

/** Finds the folder of the public data (docs/testing.md) that has this part; undefined if none has. */
export function findSharedData(part: string): string | undefined {
  return folders().find((folder) => existsSync(join(folder, part)));
}

/** Words for what cannot be done without this part. */
export function saySkipped(what: string, part: string): string {
  const places = folders().map((folder) => join(folder, part));
  return `SKIPPED: ${what}. The public data is not in ${places.join(" or ")}; RAMPART_SHARED_DATA names its folder.`;
}

function folders(): string[] {
  const named = process.env["RAMPART_SHARED_DATA"];
  return named ? [named] : PLACES.map((place) => join(ROOT, place));
}
