import type { Language } from "../text/guess-language.ts";
import { SentenceStarts } from "../text/sentence-starts.ts";
import { termsOf } from "../text/terms.ts";
import { withoutMarks } from "./citer.ts";
import type { Citation } from "./citation.ts";

const LEAST_GROUNDED = 0.6;
const LEAST_OVERLAP = 0.4;

type Snippet = Pick<Citation, "snippet">;

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
  /** The terms of each sentence. The last sentence may still grow. */
  private readonly sentences: string[][] = [[]];
  /**
   * Without the last sentence: the number of sentences with any terms, and how many of these are
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
  add(part: string, citations: readonly Snippet[]): void {
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

  /** The share of the sentences with any terms that are grounded; 0 if there are none. */
  share(): number {
    const last = this.last();
    const sentences = this.counted + (last.length > 0 ? 1 : 0);
    const grounded = this.grounded + (this.isGrounded(last) ? 1 : 0);
    return sentences > 0 ? grounded / sentences : 0;
  }

  /** What is cited later also supports what was said before. */
  private cite(citations: readonly Snippet[]): void {
    if (citations.length === this.cited) return;
    for (const { snippet } of citations.slice(this.cited)) {
      for (const term of termsOf(snippet, this.language)) this.there.add(term);
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
    if (terms.length > 0) this.counted += 1;
    if (this.isGrounded(terms)) this.grounded += 1;
  }

  private isGrounded(terms: readonly string[]): boolean {
    const there = terms.filter((term) => this.there.has(term)).length;
    return terms.length > 0 && there / terms.length >= LEAST_OVERLAP;
  }
}
