import { readFileSync } from "node:fs";
import type { Plugin } from "vitest/config";

/** Gives a text file that is imported as its text, as the product's bundle does, and not as an address. */
export function textFiles(): Plugin {
  return {
    name: "text-files",
    enforce: "pre",
    load: (id) =>
      id.endsWith(".txt")
        ? `export default ${JSON.stringify(readFileSync(id, "utf8"))};`
        : undefined,
  };
}
