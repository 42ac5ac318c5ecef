import type { Context } from "hono";
import { weigh } from "../../http/index.ts";
import { readCookie, writeCookie } from "./cookie.ts";

const LANGUAGES = ["es", "en"] as const;
export type Language = (typeof LANGUAGES)[number];

/** For readers who ask for neither language: the product's first market reads Spanish. */
const DEFAULT_LANGUAGE: Language = "es";
const NAME = "language";
const YEAR_SECONDS = 365 * 24 * 3_600;

/**
 * The same words in each language. The type of the first makes sure that the second has all names.
 */
export function inBoth<T extends object>(en: T, es: NoInfer<T>): Record<Language, T> {
  return { en, es };
}

/** A table of words, each with its English and Spanish text side by side. */
export function sideBySide<K extends string>(
  words: Readonly<Record<K, readonly [en: string, es: string]>>,
): Record<Language, Record<K, string>> {
  const en = {} as Record<K, string>;
  const es = {} as Record<K, string>;
  for (const key in words) [en[key], es[key]] = words[key];
  return { en, es };
}

/** The language that the reader chose, else what the browser asks for. */
export function languageOf(c: Context): Language {
  const chosen = readCookie(c, NAME);
  if (isLanguage(chosen)) return chosen;
  return preferred(c.req.header("accept-language") ?? "");
}

export function keepLanguage(c: Context, language: Language): void {
  writeCookie(c, NAME, language, YEAR_SECONDS);
}

export function isLanguage(text: string | undefined): text is Language {
  return LANGUAGES.some((language) => language === text);
}

/** Reads `Accept-Language` by its weights; regions and other languages are ignored. */
export function preferred(header: string): Language {
  const asked = weigh(header)
    .map(({ value, weight }) => ({ language: value.split("-")[0], weight }))
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight);
  const first = asked.find(({ language }) => isLanguage(language))?.language;
  return isLanguage(first) ? first : DEFAULT_LANGUAGE;
}
