import type { Language } from "../text/guess-language.ts";
import { SentenceStarts } from "../text/sentence-starts.ts";
import { termsOf } from "../text/terms.ts";
import { withoutMarks } from "./citer.ts";
import { Figures } from "./figures.ts";

const LEAST_GROUNDED = 0.6;
const LEAST_OVERLAP = 0.4;

/** "1." before an entry of a list is split off as a sentence. */
const LIST_NUMBER = /^\d{1,2}$/;

/** What is read of a citation. */
export interface Quoted {
  snippet: string;
  title?: string | undefined;
}

interface Sentence {
  text: string;
  terms: string[];
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
  private readonly figures = new Figures();
  private readonly sentences: Sentence[] = [];
  /** The last sentence, which may still grow. */
  private last: Sentence = { text: "", terms: [] };
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
      this.last = { text: "", terms: [] };
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
    const { last } = this;
    const sentences = this.counted + (saysSomething(last) ? 1 : 0);
    const grounded = this.grounded + (this.isGrounded(last) ? 1 : 0);
    return sentences > 0 ? grounded / sentences : 0;
  }

  /** What is cited later also supports what was said before. */
  private cite(citations: readonly Quoted[]): void {
    if (citations.length === this.cited) return;
    for (const { snippet, title = "" } of citations.slice(this.cited)) {
      for (const term of termsOf(snippet, this.language)) this.there.add(term);
      this.figures.add(snippet);
      this.figures.add(title);
    }
    this.cited = citations.length;
    [this.counted, this.grounded] = [0, 0];
    for (const sentence of this.sentences) this.count(sentence);
  }

  private take(text: string): void {
    const said = withoutMarks(text);
    this.last.text += said;
    for (const term of termsOf(said, this.language)) this.last.terms.push(term);
  }

  private count(sentence: Sentence): void {
    if (saysSomething(sentence)) this.counted += 1;
    if (this.isGrounded(sentence)) this.grounded += 1;
  }

  /** Other words may say the same, but another figure does not. */
  private isGrounded(sentence: Sentence): boolean {
    const { terms, text } = sentence;
    const there = terms.filter((term) => this.there.has(term)).length;
    return (
      saysSomething(sentence) && there / terms.length >= LEAST_OVERLAP && this.figures.hold(text)
    );
  }
}

function saysSomething({ terms }: Sentence): boolean {
  const [first = "", ...others] = terms;
  return first !== "" && (others.length > 0 || !LIST_NUMBER.test(first));
}
