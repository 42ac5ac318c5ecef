import { existsSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
/** Beside the project, or beside the folder that holds it. */
const PLACES = ["../shared/data", "../../shared/data"];

/** Finds the folder of the public data (docs/testing.md) that has this part; undefined if none has. */
export function findSharedData(part: string): string | undefined {
  const named = process.env["RAMPART_SHARED_DATA"];
  const folders = named ? [named] : PLACES.map((place) => join(ROOT, place));
  return folders.find((folder) => existsSync(join(folder, part)));
}
