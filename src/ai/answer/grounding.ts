import type { Language } from "../text/guess-language.ts";
import { SentenceStarts } from "../text/sentence-starts.ts";
import { termsOf } from "../text/terms.ts";
import { withoutMarks } from "./citer.ts";

const LEAST_GROUNDED = 0.6;
const LEAST_OVERLAP = 0.4;

/** A figure has at least two digits: a single one is often counted and not read. */
const FIGURE = /\d\d/;
/** "1." before an entry of a list is split off as a sentence. */
const LIST_NUMBER = /^\d{1,2}$/;

/** What is read of a citation. */
export interface Quoted {
  snippet: string;
  title?: string | undefined;
}

/**
 * Measures how much of a growing answer is grounded in what it cites. Each part of the text is read
 * once.
 */
export class Grounding {
  private readonly language: Language;
  private readonly starts = new SentenceStarts();
  private length = 0;
  private cited = 0;
  private readonly there = new Set<string>();
  private readonly titles = new Set<string>();
  /** The terms of each sentence. The last sentence may still grow. */
  private readonly sentences: string[][] = [[]];
  /**
   * Without the last sentence: the number of sentences that say something, and how many of these are
   * grounded.
   */
  private counted = 0;
  private grounded = 0;

  constructor(language: Language) {
    this.language = language;
  }

  /**
   * Adds a part that ends with a blank, or the last part, with everything that is cited up to its end.
   */
  add(part: string, citations: readonly Quoted[]): void {
    this.cite(citations);
    let from = 0;
    for (const start of this.starts.add(part)) {
      this.take(part.slice(from, start - this.length));
      this.count(this.last());
      this.sentences.push([]);
      from = start - this.length;
    }
    this.take(part.slice(from));
    this.length += part.length;
  }

  holds(): boolean {
    return this.share() >= LEAST_GROUNDED;
  }

  /** The share of the sentences that say something that are grounded; 0 if there are none. */
  share(): number {
    const last = this.last();
    const sentences = this.counted + (saysSomething(last) ? 1 : 0);
    const grounded = this.grounded + (this.isGrounded(last) ? 1 : 0);
    return sentences > 0 ? grounded / sentences : 0;
  }

  /** What is cited later also supports what was said before. */
  private cite(citations: readonly Quoted[]): void {
    if (citations.length === this.cited) return;
    for (const { snippet, title = "" } of citations.slice(this.cited)) {
      for (const term of termsOf(snippet, this.language)) this.there.add(term);
      for (const term of termsOf(title, this.language)) this.titles.add(term);
    }
    this.cited = citations.length;
    [this.counted, this.grounded] = [0, 0];
    for (const terms of this.sentences.slice(0, -1)) this.count(terms);
  }

  private take(text: string): void {
    for (const term of termsOf(withoutMarks(text), this.language)) this.last().push(term);
  }

  private last(): string[] {
    return this.sentences.at(-1) ?? [];
  }

  private count(terms: readonly string[]): void {
    if (saysSomething(terms)) this.counted += 1;
    if (this.isGrounded(terms)) this.grounded += 1;
  }

  /** Other words may say the same, but another figure does not. */
  private isGrounded(terms: readonly string[]): boolean {
    const figures = terms.filter((term) => FIGURE.test(term));
    if (figures.some((figure) => !this.there.has(figure) && !this.titles.has(figure))) return false;
    const there = terms.filter((term) => this.there.has(term)).length;
    return saysSomething(terms) && there / terms.length >= LEAST_OVERLAP;
  }
}

function saysSomething(terms: readonly string[]): boolean {
  const [first = "", ...others] = terms;
  return first !== "" && (others.length > 0 || !LIST_NUMBER.test(first));
}
