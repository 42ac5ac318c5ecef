import { mayCover, STYLED, WIDE_DOTS } from "./may-cover.ts";
import { CERTAIN_ENDINGS, SURE_ENDINGS } from "./top-level.ts";

const HAS_STYLED = new RegExp(STYLED, "u");
const STYLED_RUN = new RegExp(`${STYLED}+`, "gu");
/** The part before a path. Nobody disguises a link by how its path is written. */
const BEFORE_PATH = /(?<![^\s"'(<>[{])(?:https?:\/\/)?[^\s/?#]{1,253}/gi;
const WIDE_DOT = /(?<=[a-z\d-])[\u3002\uff0e\uff61\u2024](?=[a-z\d])/gi;

const DOT_IN_BRACKETS =
  /(?<=[\p{L}\d])\s{0,3}[[({<]\s?(?:\.|dot|punto|ponto)\s?[\])}>]\s{0,3}(?=(\p{L}{2,24})(?![\p{L}\d]))/giu;
const DOT_BY_A_SIGN =
  /(?<=[\p{L}\d])(?:[[({]\.|\.[\]}]|\|\.\||'\.'|"\."|\\\.)(?=([\p{L}\d-]{2,63}))/giu;
const SPACED =
  /(?<=[\p{L}\d])(?:\s\.\s?|\.\s|\.\.)(?=(?:ly|gl|gd|cc|io|com|net|org)\/[\p{L}\d])|(?<=[\p{L}\d])\s\.\s(?=(?:com|net|org)(?![\p{L}\d.]))/giu;

const LABEL = "[\\p{L}\\d][\\p{L}\\d-]{0,62}";
/** A name in which all dots are dots, though one with "dot" in it may have it in the place of one. */
const RIGHT = /^(?!.*dot)[\p{L}\d.-]*$/iu;
/** Signs that nobody writes between two words except in the place of a dot. */
const SIGN = `(?:[.,;*${WIDE_DOTS}]|[-_]dot[-_])`;
const BEGINS = "(?<=^|[\\s\"'(<>[{:])";
/** Surely a link, because a path follows. */
const BEFORE_A_PATH = new RegExp(
  `${BEGINS}${LABEL}(?:${SIGN}${LABEL}){1,5}(?=/[\\p{L}\\d~?&=%_-])`,
  "giu",
);
/**
 * Surely a link: a name behind "www", one with an escaped dot, which no prose has, or one behind a
 * scheme.
 */
const SURE = new RegExp(
  `${BEGINS}(?:www(?:(?:${SIGN}|\\s?\\.\\s?)${LABEL}){2,5}(?![\\p{L}\\d])` +
    `|${LABEL}(?:(?:\\.|%2e)${LABEL}){1,5}(?![\\p{L}\\d@%]))` +
    `|(?<=\\bhttps?://)${LABEL}(?:${SIGN}${LABEL}){1,5}(?![\\p{L}\\d@:])`,
  "giu",
);
const SIGNS = new RegExp(`\\s?${SIGN}\\s?|%2e`, "giu");
/** The rest behind "com" in a name such as "bank.com,mx": a sign and a country. */
const COUNTRY_LEFT = /^[^\p{L}\d]{1,3}[a-z]{2}$/iu;

/**
 * Puts names right that only people read as links ("bank,com/login", "bank[.com"), if nothing but a
 * link can be meant. A text without such names is returned as it is.
 */
export function uncoverLinks(text: string): string {
  if (!mayCover(text)) return text;
  return unstyled(text)
    .replace(WIDE_DOT, ".")
    .replace(DOT_IN_BRACKETS, (sign, ending: string) => (isEnding(ending) ? "." : sign))
    .replace(DOT_BY_A_SIGN, ".")
    .replace(SPACED, ".")
    .replaceAll("[/]", "/")
    .replace(SURE, (name) => putRight(name, isEnding))
    .replace(BEFORE_A_PATH, (name) => putRight(name, isSure));
}

function unstyled(text: string): string {
  if (!HAS_STYLED.test(text)) return text;
  return text.replace(BEFORE_PATH, (piece) =>
    piece.replace(STYLED_RUN, (run) => run.normalize("NFKC")),
  );
}

function isEnding(ending: string): boolean {
  return CERTAIN_ENDINGS.has(ending.toLowerCase());
}

/**
 * Whether a name with this ending is surely a link. If the ending is also a word, the name before it
 * must have a hyphen.
 */
function isSure(ending: string, before: string): boolean {
  return SURE_ENDINGS.has(ending.toLowerCase()) || (isEnding(ending) && /\p{L}.*-/u.test(before));
}

/** Puts dots into a disguised name, as far as it goes: behind a complete name a sign is only a sign. */
function putRight(name: string, ends: (ending: string, before: string) => boolean): string {
  if (RIGHT.test(name)) return name;
  let right = "";
  let from = 0;
  let before = ".";
  for (const { 0: sign, index } of name.matchAll(SIGNS)) {
    const label = name.slice(from, index);
    const isWhole = right !== "" && isEnding(label);
    if (isWhole && sign !== "." && (before === "." || !COUNTRY_LEFT.test(name.slice(index))))
      return right + name.slice(from);
    right += `${label}.`;
    from = index + sign.length;
    before = sign;
  }
  const ending = name.slice(from);
  const stem = right.slice(0, -1);
  return ends(ending, stem) && !isEnding(stem) ? right + ending : name;
}
