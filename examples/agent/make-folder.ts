import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/** One by one: asked for all at once, Node never comes back from where none can be, as under /proc. */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}
