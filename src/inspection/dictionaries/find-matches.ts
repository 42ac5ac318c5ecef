import { canonicalHost } from "../../intel/indicators/host.ts";
import { eitherOf, signalOf } from "../layers/layer.ts";
import type { Reading } from "../reading/read-message.ts";
import { senderHost } from "../reading/sender-address.ts";
import type { CompiledDictionary } from "./compile-dictionary.ts";
import { joinWords, wordsOf } from "./term-list.ts";

/** What a match adds to a message's score, by the dictionary's severity. */
const SHARES = { low: 0.1, medium: 0.3, high: 0.6, critical: 0.9 } as const;
/** How many characters all patterns together may read. It bounds the time that one message takes. */
const MOST_STEPS = 1_000_000;
/**
 * Each pattern counts as so many characters at least, because to compile one takes a millisecond and
 * some 30 KB.
 */
const LEAST_STEPS = 1_000;
const MOST_SIGNALS = 20;

export interface Matches {
  /** 0 to 1. */
  share: number;
  signals: string[];
}

/** Finds which of the tenant's dictionaries match a message. */
export function findMatches(
  dictionaries: readonly CompiledDictionary[] | undefined,
  reading: Reading,
  lang: string,
): Matches {
  if (dictionaries === undefined) return { share: 0, signals: ["dictionaries_unavailable"] };
  if (dictionaries.length === 0) return { share: 0, signals: [] };
  const look = new Look(reading);
  const found = dictionaries.filter((one) => isForLanguage(one, lang) && look.matches(one));
  const signals = found.slice(0, MOST_SIGNALS).map(({ name }) => signalOf("dictionary", name));
  if (look.isCut) signals.push("dictionaries_cut");
  return { share: eitherOf(...found.map(({ severity }) => SHARES[severity])), signals };
}

function isForLanguage({ language }: CompiledDictionary, lang: string): boolean {
  return language === null || lang === "und" || language.split("-", 1)[0] === lang;
}

class Look {
  isCut = false;
  private readonly reading: Reading;
  private words: string[] | undefined;
  private joined: string | undefined;
  private names: string[] | undefined;
  private steps = MOST_STEPS;

  constructor(reading: Reading) {
    this.reading = reading;
  }

  matches({ terms, domains, patterns }: CompiledDictionary): boolean {
    if (terms !== undefined) {
      const words = (this.words ??= wordsOf(this.reading.text));
      return terms.isIn(words, (this.joined ??= joinWords(words)));
    }
    if (domains.size > 0)
      return (this.names ??= namesIn(this.reading)).some((name) => domains.has(name));
    return patterns.some((pattern) => this.test(pattern));
  }

  private test(pattern: CompiledDictionary["patterns"][number]): boolean {
    const { text } = this.reading;
    this.isCut ||= this.steps < Math.max(text.length, 1);
    if (this.steps <= 0) return false;
    const seen = text.slice(0, this.steps);
    this.steps -= Math.max(seen.length, LEAST_STEPS);
    const compiled = pattern();
    // It says nothing about a text. None is stored any more, but some were before.
    return !compiled.isEmpty && compiled.test(seen);
  }
}

/**
 * The hosts of links and sender in the form in which entries are stored, each with the names above it.
 */
function namesIn({ named, message }: Reading): string[] {
  const hosts = new Set([...named.map(({ host }) => host), senderHost(message.sender) ?? ""]);
  return [...hosts].flatMap((host) => {
    const labels = canonicalHost(host)?.text.split(".") ?? [];
    return labels.map((_, at) => labels.slice(at).join("."));
  });
}
