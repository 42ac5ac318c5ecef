import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Filler, readFragments } from "./fill.ts";
import { pick, type Random } from "./random.ts";
import { OWN_LANGUAGES } from "./read-own.ts";

const CORPUS = join(import.meta.dirname, "../../corpus");

/** What honest mails have around what they say. A reply stands before a mail that it quotes. */
export type Part = "greeting" | "reply" | "signature" | "notice" | "footer" | "thread";

/** Writes a part in a language, each time a little differently; undefined if none is known. */
export type WritePart = (
  lang: string | undefined,
  part: Part,
  random: Random,
) => string | undefined;

/** Reads the project's own surroundings of mails, which are written by hand; see corpus/README.md. */
export function readAround(): WritePart {
  const known = new Map(
    OWN_LANGUAGES.map((lang): [string, ReturnType<typeof readOne>] => [lang, readOne(lang)]),
  );
  return (lang, part, random) => {
    const found = known.get(lang ?? "");
    const texts = found?.texts.get(part);
    if (found === undefined || texts === undefined) return undefined;
    return new Filler(random, lang ?? "", found.fragments).fill(pick(random, texts));
  };
}

function readOne(lang: string) {
  const read = (name: string) => readFileSync(join(CORPUS, lang, name), "utf8");
  const texts = new Map<string, string[]>();
  for (const paragraph of read("email-around.txt")
    .trim()
    .split(/\n\s*\n(?=[a-z]+\n)/)) {
    const [part = "", ...lines] = paragraph.split("\n");
    texts.set(part, [...(texts.get(part) ?? []), lines.join("\n")]);
  }
  return { texts, fragments: readFragments(read("fragments.txt")) };
}
