import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const EVENT = /\bevent: "([a-z_]+)"/g;
const ROW = /^\| `([a-z_]+)` \| (?:error|warn|info|warn, error|info, warn) \|/gm;

const read = (file: string) => readFileSync(file, "utf8");
const namesIn = (text: string, pattern: RegExp) =>
  Array.from(text.matchAll(pattern), ([, name = ""]) => name);

describe("the events of the log", () => {
  const logged = new Set(
    globSync("src/**/*.{ts,tsx}").flatMap((file) => namesIn(read(file), EVENT)),
  );
  logged.delete("request");
  const documented = namesIn(read("docs/operations/log.md"), ROW);

  it("are each listed once in docs/operations/log.md, which lists no others", () => {
    expect(documented.toSorted()).toEqual([...logged].toSorted());
  });
});
