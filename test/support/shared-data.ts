import { existsSync } from "node:fs";
import { join } from "node:path";

/** Data that is too large or not ours to keep here; undefined where a machine has none. */
export function sharedData(): string | undefined {
  const root = join(import.meta.dirname, "../..");
  const places = [
    process.env["RAMPART_SHARED_DATA"],
    join(root, "../shared/data"),
    join(root, "../../shared/data"),
  ];
  return places.find((place) => place !== undefined && existsSync(join(place, "feeds")));
}
