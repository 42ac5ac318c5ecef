import type { Figures } from "./figures.ts";

const LEAST_OVERLAP = 0.4;

/** "1." before an entry of a list is split off as a sentence. */
const LIST_NUMBER = /^\d{1,2}$/;

/** A figure at the end of a text may go on behind these: "1 000". */
const GOES_ON = /[\d.,'\u2019\s]/;
const LONGEST_FIGURE = 32;

/** What an answer may rest on. */
export interface Ground {
  terms: ReadonlySet<string>;
  figures: Figures;
}

/** A sentence of an answer that may still grow. What is added is compared with the ground once. */
export class SaidSentence {
  private readonly ground: Ground;
  private text = "";
  private readonly terms: string[] = [];
  private there = 0;
  private areFiguresThere = true;
  /** The end of the text, whose figure may go on. */
  private open = "";

  constructor(ground: Ground) {
    this.ground = ground;
  }

  add(text: string, terms: readonly string[]): void {
    this.text += text;
    for (const term of terms) this.terms.push(term);
    this.compare(text, terms);
  }

  /** Compares all of it anew, because the ground has grown. */
  compareAgain(): void {
    this.there = 0;
    this.areFiguresThere = true;
    this.open = "";
    this.compare(this.text, this.terms);
  }

  saysSomething(): boolean {
    const [first] = this.terms;
    return first !== undefined && (this.terms.length > 1 || !LIST_NUMBER.test(first));
  }

  /** Other words may say the same, but another figure does not. */
  isGrounded(): boolean {
    return (
      this.saysSomething() &&
      this.there / this.terms.length >= LEAST_OVERLAP &&
      this.areFiguresThere &&
      this.ground.figures.hold(this.open)
    );
  }

  private compare(text: string, terms: readonly string[]): void {
    for (const term of terms) if (this.ground.terms.has(term)) this.there += 1;
    this.open += text;
    const end = endOfSettled(this.open);
    this.areFiguresThere &&= this.ground.figures.hold(this.open.slice(0, end));
    this.open = this.open.slice(end);
  }
}

function endOfSettled(text: string): number {
  let end = text.length;
  while (end > 0 && GOES_ON.test(text.charAt(end - 1))) {
    end -= 1;
    if (text.length - end > LONGEST_FIGURE) return text.length;
  }
  return end;
}
