import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import project from "../../package.json" with { type: "json" };

const LINK = /\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g;
const HEADING = /^#+ (.+)$/gm;
const PATH = /`((?:src|scripts|test|docs|public|examples|corpus|migrations)\/[\w./-]+\.\w+)`/g;
const FOLDER = /`((?:[\w-]+\/)+)`/g;
const NAME = /`([\w-]+(?:\/[\w-]+)*\.(?:tsx?|mjs|css|sql))`/g;
const COMMAND = /npm run ([\w-]+)|node (scripts\/[\w./-]+)/g;

const ROOTS = ["src", "scripts", "test", "docs", "public", "examples", "corpus", "migrations"];
const here = ROOTS.flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: "utf8" }).map((file) => `/${root}/${file}`),
);
/** Whether a path ends with this name: pages of a slice leave out its folder. */
const isThere = (name: string) => here.some((file) => file.endsWith(`/${name}`));
/** What `npm start` makes, and what a scenario in CrowdSec's words begins with. */
const ELSEWHERE = new Set([".dev/", "worker/", "rampart/"]);

const pages = here.map((file) => file.slice(1)).filter((file) => file.endsWith(".md"));
const found = (text: string, pattern: RegExp) =>
  Array.from(text.matchAll(pattern), ([, first, second]) => first ?? second ?? "");

/** The anchors of the headings, as the forge makes them. */
function anchorsOf(page: string): string[] {
  return found(readFileSync(page, "utf8"), HEADING).map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replace(/\s/g, "-"),
  );
}

describe("a page of the documentation", () => {
  it("is linked from another page", () => {
    const reached = ["README.md", ...pages].flatMap((page) =>
      found(readFileSync(page, "utf8"), LINK)
        .map((to) => join(dirname(page), to))
        .filter((to) => to !== page),
    );
    expect(pages.filter((page) => !reached.some((to) => page === to))).toEqual([]);
  });
});

describe.each(["README.md", ...pages])("%s", (page) => {
  const text = readFileSync(page, "utf8");

  it("names only files and folders that exist", () => {
    const links = found(text, LINK).map((to) => join(dirname(page), to));
    const paths = found(text, PATH);
    const folders = found(text, FOLDER).filter((name) => !ELSEWHERE.has(name));
    const names = [...found(text, NAME), ...folders.map((name) => name.slice(0, -1))];
    const missing = [...links, ...paths].filter((file) => !existsSync(file));
    expect([...missing, ...names.filter((name) => !isThere(name) && !existsSync(name))]).toEqual(
      [],
    );
  });

  it("links only to headings that exist", () => {
    const dead = Array.from(text.matchAll(LINK), ([, to = "", anchor]) => ({ to, anchor }))
      .filter(({ anchor }) => anchor !== undefined)
      .filter(({ to, anchor = "" }) => {
        const target = to === "" ? page : join(dirname(page), to);
        return !anchorsOf(target).includes(anchor);
      });
    expect(dead).toEqual([]);
  });

  it("names only commands that exist", () => {
    const scripts = new Set(Object.keys(project.scripts));
    const commands = found(text, COMMAND);
    expect(commands.filter((name) => !scripts.has(name) && !existsSync(name))).toEqual([]);
  });
});
