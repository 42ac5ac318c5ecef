import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

/** When an indicator was first and last on a list; Unix seconds. */
export interface Listing {
  value: string;
  first: number;
  last: number;
}

/** Reads all files of a list's history in a folder as one: later files continue earlier ones. */
export function readHistory(folder: string, list: string): Listing[] {
  const known = new Map<string, Listing>();
  for (const file of readdirSync(folder)) {
    if (!file.startsWith(list) || !file.endsWith(".tsv.gz")) continue;
    for (const line of gunzipSync(readFileSync(join(folder, file)))
      .toString()
      .split("\n")) {
      const [value = "", from, to] = line.split("\t");
      const [first, last] = [Number(from), Number(to)];
      if (value === "" || !(first > 0) || !(last >= first)) continue;
      const before = known.get(value);
      if (before === undefined) known.set(value, { value, first, last });
      else {
        before.first = Math.min(before.first, first);
        before.last = Math.max(before.last, last);
      }
    }
  }
  return [...known.values()];
}
