import type { Language } from "../text/guess-language.ts";
import { SentenceStarts } from "../text/sentence-starts.ts";
import { termsOf } from "../text/terms.ts";
import { withoutMarks } from "./citer.ts";
import type { Citation } from "./citation.ts";

const LEAST_GROUNDED = 0.6;
const LEAST_OVERLAP = 0.4;

type Snippet = Pick<Citation, "snippet">;

/**
 * Measures how much of an answer that is still growing rests on what it cites. Each part of the text is
 * looked at once.
 */
export class Grounding {
  private readonly language: Language;
  private readonly starts = new SentenceStarts();
  private length = 0;
  private cited = 0;
  private readonly there = new Set<string>();
  /** The terms of each sentence; the last sentence may still grow. */
  private readonly sentences: string[][] = [[]];
  /**
   * How many sentences but the last have any terms, and how many of those rest on what is cited.
   */
  private said = 0;
  private held = 0;

  constructor(language: Language) {
    this.language = language;
  }

  /** A part that ends with a blank, or the last one, and all that is cited up to its end. */
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

  /** Of the sentences that say something, how many rest on what is cited; 0 where nothing is. */
  share(): number {
    const last = this.last();
    const said = this.said + (last.length > 0 ? 1 : 0);
    const held = this.held + (this.isHeld(last) ? 1 : 0);
    return said > 0 ? held / said : 0;
  }

  /** What is cited later holds what was said before, too. */
  private cite(citations: readonly Snippet[]): void {
    if (citations.length === this.cited) return;
    for (const { snippet } of citations.slice(this.cited)) {
      for (const term of termsOf(snippet, this.language)) this.there.add(term);
    }
    this.cited = citations.length;
    [this.said, this.held] = [0, 0];
    for (const terms of this.sentences.slice(0, -1)) this.count(terms);
  }

  private take(text: string): void {
    for (const term of termsOf(withoutMarks(text), this.language)) this.last().push(term);
  }

  private last(): string[] {
    return this.sentences.at(-1) ?? [];
  }

  private count(terms: readonly string[]): void {
    if (terms.length > 0) this.said += 1;
    if (this.isHeld(terms)) this.held += 1;
  }

  private isHeld(terms: readonly string[]): boolean {
    const there = terms.filter((term) => this.there.has(term)).length;
    return terms.length > 0 && there / terms.length >= LEAST_OVERLAP;
  }
}
