import { endingOf, regionAfter } from "./regions.ts";

/** Snowball's English stemmer ("Porter 2"), step by step. */
const WHOLE: Readonly<Record<string, string>> = {
  skis: "ski",
  skies: "sky",
  dying: "die",
  lying: "lie",
  tying: "tie",
  idly: "idl",
  gently: "gentl",
  ugly: "ugli",
  early: "earli",
  only: "onli",
  singly: "singl",
  ...same(["sky", "news", "howe", "atlas", "cosmos", "bias", "andes"]),
};
const KEPT = new Set("inning outing canning herring earring proceed exceed succeed".split(" "));
const LONG_PREFIX = /^(?:gener|commun|arsen)/;
const DOUBLE = /(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/;
const SHORT_END = /(?:^[aeiouy][^aeiouy]|[^aeiouy][aeiouy][^aeiouywxY])$/;
const LI_ENDING = /[cdeghkmnrt]$/;

const STEP_2: Readonly<Record<string, string>> = {
  tional: "tion",
  enci: "ence",
  anci: "ance",
  abli: "able",
  entli: "ent",
  izer: "ize",
  ization: "ize",
  ational: "ate",
  ation: "ate",
  ator: "ate",
  alism: "al",
  aliti: "al",
  alli: "al",
  fulness: "ful",
  ousli: "ous",
  ousness: "ous",
  iveness: "ive",
  iviti: "ive",
  biliti: "ble",
  bli: "ble",
  ogi: "og",
  fulli: "ful",
  lessli: "less",
  li: "",
};
const STEP_3: Readonly<Record<string, string>> = {
  tional: "tion",
  ational: "ate",
  alize: "al",
  icate: "ic",
  iciti: "ic",
  ical: "ic",
  ful: "",
  ness: "",
  ative: "",
};
const STEP_4 = "al ance ence er ic able ible ant ement ment ent ism ate iti ous ive ize ion".split(
  " ",
);

export function stemEnglish(word: string): string {
  if (word.length <= 2) return word;
  const whole = Object.hasOwn(WHOLE, word) ? WHOLE[word] : undefined;
  if (whole !== undefined) return whole;
  let stem = word.replace(/^y|(?<=[aeiouy])y/g, "Y");
  const r1 = LONG_PREFIX.exec(stem)?.[0].length ?? regionAfter(stem, 0, isVowel);
  const r2 = regionAfter(stem, r1, isVowel);
  stem = dropPlural(stem);
  if (KEPT.has(stem)) return stem;
  stem = dropPast(stem, r1).replace(/(?<=.[^aeiouy])[yY]$/, "i");
  stem = shorten(stem, r1, r2, STEP_2);
  stem = shorten(stem, r1, r2, STEP_3);
  stem = dropSuffix(stem, r2);
  return dropLast(stem, r1, r2).toLowerCase();
}

function isVowel(letter: string): boolean {
  return "aeiouy".includes(letter) && letter !== "";
}

function dropPlural(word: string): string {
  if (word.endsWith("sses")) return word.slice(0, -2);
  if (/ie[ds]$/.test(word)) return word.slice(0, word.length > 4 ? -2 : -1);
  if (/(?:us|ss)$/.test(word)) return word;
  return /[aeiouy].+s$/.test(word) ? word.slice(0, -1) : word;
}

function dropPast(word: string, r1: number): string {
  const ending = endingOf(word, ["eed", "eedly", "ed", "edly", "ing", "ingly"]);
  if (ending === undefined) return word;
  const rest = word.slice(0, -ending.length);
  if (ending.startsWith("eed")) return rest.length >= r1 ? `${rest}ee` : word;
  if (!/[aeiouy]/.test(rest)) return word;
  if (/(?:at|bl|iz)$/.test(rest)) return `${rest}e`;
  if (DOUBLE.test(rest)) return rest.slice(0, -1);
  return r1 >= rest.length && SHORT_END.test(rest) ? `${rest}e` : rest;
}

function shorten(
  word: string,
  r1: number,
  r2: number,
  endings: Readonly<Record<string, string>>,
): string {
  const ending = endingOf(word, Object.keys(endings));
  if (ending === undefined) return word;
  const rest = word.slice(0, -ending.length);
  if (rest.length < r1) return word;
  if (ending === "li" && !LI_ENDING.test(rest)) return word;
  if (ending === "ogi" && !rest.endsWith("l")) return word;
  if (ending === "ative" && rest.length < r2) return word;
  return rest + (endings[ending] ?? "");
}

function dropSuffix(word: string, r2: number): string {
  const ending = endingOf(word, STEP_4);
  if (ending === undefined) return word;
  const rest = word.slice(0, -ending.length);
  if (rest.length < r2 || (ending === "ion" && !/[st]$/.test(rest))) return word;
  return rest;
}

function dropLast(word: string, r1: number, r2: number): string {
  const rest = word.slice(0, -1);
  if (word.endsWith("e")) {
    return rest.length >= r2 || (rest.length >= r1 && !SHORT_END.test(rest)) ? rest : word;
  }
  return word.endsWith("ll") && rest.length >= r2 ? rest : word;
}

function same(words: string[]): Record<string, string> {
  return Object.fromEntries(words.map((word) => [word, word]));
}
