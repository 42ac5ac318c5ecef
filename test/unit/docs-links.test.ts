import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

const LINK = /\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g;
const PATH = /`((?:src|scripts|test|docs|public|examples|corpus|migrations)\/[\w./-]+\.\w+)`/g;

const pages = ["docs", "examples"]
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
  )
  .filter((file) => file.endsWith(".md"));

describe("the documentation", () => {
  it.each(["README.md", ...pages])("%s names files that are there", (page) => {
    const text = readFileSync(page, "utf8");
    const links = [...text.matchAll(LINK)].map(([, to = ""]) => join(dirname(page), to));
    const paths = [...text.matchAll(PATH)].map(([, path = ""]) => path);
    expect([...links, ...paths].filter((file) => !existsSync(file))).toEqual([]);
  });
});
