import {
  END_AT_BLANK,
  endsSentence,
  isCertain,
  LOOKED_AHEAD,
  LOOKED_BACK,
} from "./split-sentences.ts";

const BLANK = /\s/;

/**
 * Finds where sentences begin in a growing text whose sentences end at blanks. It gives the same places
 * as for the whole text, and reads each part once.
 */
export class SentenceStarts {
  /**
   * The part of the text that is still needed, and the length of what was before it. All places count
   * from the beginning of the whole text.
   */
  private text = "";
  private gone = 0;
  /**
   * Where the last sentence ended, where the first word of this one begins, and up to where there is no
   * word.
   */
  private start = 0;
  private word: number | undefined;
  private blankTo = 0;
  /** Up to where ends were looked for, and whether an end there depends on what comes next. */
  private at = 0;
  private isUnsure = false;
  private isFirst = true;
  private readonly end = new RegExp(END_AT_BLANK);
  private readonly notBlank = /\S/g;

  /**
   * Adds a part, and gives the starts of sentences that are certain now, without that of the first
   * sentence.
   */
  add(part: string): number[] {
    const starts: number[] = [];
    this.text += part;
    this.findWord(starts);
    // No sentence ends before a blank arrives.
    if (this.isUnsure || BLANK.test(part)) this.findEnds(starts);
    const spare = this.at - this.gone - LOOKED_BACK - 1;
    if (spare > 0) {
      this.text = this.text.slice(spare);
      this.gone += spare;
    }
    return starts;
  }

  private findEnds(starts: number[]): void {
    const { text, gone } = this;
    let unsure: number | undefined;
    this.end.lastIndex = this.at - gone;
    for (let match = this.end.exec(text); match !== null; match = this.end.exec(text)) {
      const end = match.index + match[0].length;
      if (isCertain(match[0]) || endsSentence(text, this.start - gone, end)) {
        unsure = undefined;
        this.start = gone + end;
        this.findWord(starts);
      } else if (end + LOOKED_AHEAD > text.length) unsure ??= match.index;
    }
    const lastWord =
      text
        .slice(this.at - gone)
        .split(BLANK)
        .at(-1) ?? "";
    this.isUnsure = unsure !== undefined;
    this.at = gone + (unsure ?? text.length - lastWord.length);
  }

  private findWord(starts: number[]): void {
    if (this.word !== undefined && this.word >= this.start) return;
    this.notBlank.lastIndex = Math.max(this.start, this.blankTo) - this.gone;
    const found = this.notBlank.exec(this.text);
    this.word = found === null ? undefined : this.gone + found.index;
    this.blankTo = this.word ?? this.gone + this.text.length;
    if (this.word === undefined) return;
    if (!this.isFirst) starts.push(this.word);
    this.isFirst = false;
  }
}
