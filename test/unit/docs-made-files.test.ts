import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const BLOCK = /^ *```[^]*?^ *```/gm;
/** Files that a call writes, or that hold a secret for it, without those in another folder. */
const MADE = /(?:[^-=\w]>|-out|-keyout|--secrets-file|--token-file) ([\w-]+(?:\.\w+)?)(?![\w/.])/g;

const patterns = readFileSync(".gitignore", "utf8")
  .split("\n")
  .filter((line) => line.startsWith("/"))
  .map((line) => new RegExp(`^${line.slice(1).replaceAll(".", "\\.").replaceAll("*", ".*")}$`));

function madeIn(text: string): string[] {
  const blocks = (text.match(BLOCK) ?? []).join("\n");
  return Array.from(blocks.matchAll(MADE), ([, file = ""]) => file);
}

describe("a file that the calls of a page make where they are run", () => {
  it.each(["README.md", ...globSync("{docs,examples}/**/*.md")])(
    "is not shown to git in %s, as it may hold a key",
    (page) => {
      const made = madeIn(readFileSync(page, "utf8"));
      expect(made.filter((file) => !patterns.some((one) => one.test(file)))).toEqual([]);
    },
  );

  it("is found in each way of writing it", () => {
    const ways =
      "a > one.json\nopenssl -out two.pem -keyout three.key\nb --token-file four > /dev/shm/five";
    expect(madeIn("```\n" + ways + "\n```")).toEqual(["one.json", "two.pem", "three.key", "four"]);
  });
});
