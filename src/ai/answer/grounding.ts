import type { Language } from "../text/guess-language.ts";
import { SentenceStarts } from "../text/sentence-starts.ts";
import { termsOf } from "../text/terms.ts";
import { withoutMarks } from "./citer.ts";
import { Figures } from "./figures.ts";
import { SaidSentence } from "./said-sentence.ts";

const LEAST_GROUNDED = 0.6;

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
  private readonly ground = { terms: new Set<string>(), figures: new Figures() };
  private readonly sentences: SaidSentence[] = [];
  /** The last sentence, which may still grow. */
  private last = new SaidSentence(this.ground);
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
      this.count(this.last);
      this.sentences.push(this.last);
      this.last = new SaidSentence(this.ground);
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
    const sentences = this.counted + (this.last.saysSomething() ? 1 : 0);
    const grounded = this.grounded + (this.last.isGrounded() ? 1 : 0);
    return sentences > 0 ? grounded / sentences : 0;
  }

  /** What is cited later also supports what was said before. */
  private cite(citations: readonly Quoted[]): void {
    if (citations.length === this.cited) return;
    const { terms, figures } = this.ground;
    for (const { snippet, title = "" } of citations.slice(this.cited)) {
      for (const term of termsOf(snippet, this.language)) terms.add(term);
      figures.add(snippet);
      figures.add(title);
    }
    this.cited = citations.length;
    [this.counted, this.grounded] = [0, 0];
    for (const sentence of [...this.sentences, this.last]) sentence.compareAgain();
    for (const sentence of this.sentences) this.count(sentence);
  }

  private take(text: string): void {
    const said = withoutMarks(text);
    this.last.add(said, termsOf(said, this.language));
  }

  private count(sentence: SaidSentence): void {
    if (sentence.saysSomething()) this.counted += 1;
    if (sentence.isGrounded()) this.grounded += 1;
  }
}
