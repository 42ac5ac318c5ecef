import { once } from "../../platform/index.ts";
import type { Builtin, BuiltinPage } from "../knowledge/seed-builtin.ts";
import pages from "./pages.txt";

const HEADING = /^\[(\S+)-(en|es)\]\n/;

const read = once(() => pages.split("\n\n").map(readPage));

/**
 * Pages about the product, which every tenant has before it brings a document of its own. Their text
 * stands beside the script, because it is read once for each tenant.
 */
export const BUILTIN: Builtin = {
  version: 4,
  writtenAt: Date.UTC(2026, 10, 1),
  get pages() {
    return read();
  },
};

/** A page begins with its id, which ends with its language, and then with its title. */
function readPage(page: string): BuiltinPage {
  const [heading = "", name = "", language] = HEADING.exec(page) ?? [];
  const text = page.slice(heading.length).trimEnd();
  const title = text.slice("# ".length, text.indexOf("\n"));
  return { id: `${name}-${language}`, language: language === "en" ? "en" : "es", title, text };
}
