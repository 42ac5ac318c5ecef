import { endingOf, regionAfter } from "./regions.ts";

/**
 * Snowball's Spanish stemmer for words without accents, because people search without them. The verb
 * ending -ió is left out: without its accent it looks like a noun's ending, and "servicio" would not
 * match "servicios".
 */
const PRONOUNS = list("me se sela selo selas selos la le lo las les los nos");
const BEFORE_PRONOUN = list("iendo ando ar er ir");

const PLAIN = list(
  `anza anzas ico ica icos icas ismo ismos able ables ible ibles ista istas oso osa osos osas
   amiento amientos imiento imientos`,
);
const AGENT = list("adora ador acion adoras adores aciones ante antes ancia ancias");
const NOUN = list("idad idades");
const ADJECTIVE = list("iva ivo ivas ivos");
const REPLACED: Readonly<Record<string, string>> = {
  logia: "log",
  logias: "log",
  ucion: "u",
  uciones: "u",
  encia: "ente",
  encias: "ente",
};
const ADVERB = list("amente mente");
const STANDARD = [...PLAIN, ...AGENT, ...NOUN, ...ADJECTIVE, ...Object.keys(REPLACED), ...ADVERB];

const Y_VERBS = list("ya ye yan yen yeron yendo yo yas yes yais yamos");
const SHORT_VERBS = list("en es eis emos");
const VERBS = list(
  `arian arias aran aras ariais aria areis ariamos aremos ara are
   erian erias eran eras eriais eria ereis eriamos eremos era ere
   irian irias iran iras iriais iria ireis iriamos iremos ira ire
   aba ada ida ia iera ad ed id ase iese aste iste an aban ian ieran asen iesen aron ieron ado ido
   ando iendo ar er ir as abas adas idas ias ieras ases ieses is ais abais iais arais ierais aseis
   ieseis asteis isteis ados idos amos abamos iamos imos aramos ieramos iesemos asemos`,
);
const ALL_VERBS = [...SHORT_VERBS, ...VERBS];
const RESIDUAL = list("os a o i e");

export function stemSpanish(word: string): string {
  if (word.length <= 2) return word;
  const rv = verbRegion(word);
  const r1 = regionAfter(word, 0, isVowel);
  const r2 = regionAfter(word, r1, isVowel);
  const base = dropPronoun(word, rv);
  let stem = dropStandard(base, r1, r2);
  if (stem === base) stem = dropVerb(base, rv);
  return dropResidual(stem, rv);
}

function isVowel(letter: string): boolean {
  return "aeiou".includes(letter) && letter !== "";
}

function verbRegion(word: string): number {
  const [first = "", second = ""] = word;
  if (!isVowel(second)) return after(word, 2, isVowel);
  if (isVowel(first)) return after(word, 2, (letter) => !isVowel(letter));
  return Math.min(3, word.length);
}

function after(word: string, from: number, wanted: (letter: string) => boolean): number {
  for (let at = from; at < word.length; at += 1) if (wanted(word[at] ?? "")) return at + 1;
  return word.length;
}

function dropPronoun(word: string, rv: number): string {
  const pronoun = endingOf(word.slice(rv), PRONOUNS);
  if (pronoun === undefined) return word;
  const rest = word.slice(0, -pronoun.length);
  const gerund = rest.endsWith("uyendo") && rest.length - "yendo".length >= rv;
  return gerund || endingOf(rest.slice(rv), BEFORE_PRONOUN) !== undefined ? rest : word;
}

function dropStandard(word: string, r1: number, r2: number): string {
  const ending = endingOf(word, STANDARD);
  if (ending === undefined) return word;
  const rest = word.slice(0, -ending.length);
  if (ending === "amente") return rest.length >= r1 ? dropAdverb(rest, r2) : word;
  if (rest.length < r2) return word;
  if (PLAIN.includes(ending)) return rest;
  if (AGENT.includes(ending)) return drop(rest, ["ic"], r2);
  if (NOUN.includes(ending)) return drop(rest, ["abil", "ic", "iv"], r2);
  if (ADJECTIVE.includes(ending)) return drop(rest, ["at"], r2);
  if (ending === "mente") return drop(rest, ["ante", "able", "ible"], r2);
  return rest + (REPLACED[ending] ?? "");
}

function dropAdverb(word: string, r2: number): string {
  const rest = drop(word, ["iv"], r2);
  return rest === word ? drop(word, ["os", "ic", "ad"], r2) : drop(rest, ["at"], r2);
}

function drop(word: string, endings: readonly string[], from: number): string {
  const ending = endingOf(word.slice(from), endings);
  return ending === undefined ? word : word.slice(0, -ending.length);
}

function dropVerb(word: string, rv: number): string {
  const yEnding = endingOf(word.slice(rv), Y_VERBS);
  if (yEnding !== undefined && word.at(-yEnding.length - 1) === "u") {
    return word.slice(0, -yEnding.length);
  }
  const ending = endingOf(word.slice(rv), ALL_VERBS);
  if (ending === undefined) return word;
  const rest = word.slice(0, -ending.length);
  return SHORT_VERBS.includes(ending) && rest.endsWith("gu") ? rest.slice(0, -1) : rest;
}

function dropResidual(word: string, rv: number): string {
  const ending = endingOf(word.slice(rv), RESIDUAL);
  if (ending === undefined) return word;
  const rest = word.slice(0, -ending.length);
  return ending === "e" && rest.endsWith("gu") && rest.length - 1 >= rv ? rest.slice(0, -1) : rest;
}

function list(words: string): readonly string[] {
  return words.trim().split(/\s+/);
}
