const GROUPED = /(?<!\d)\d{1,3}(?:[.,'\u2019\s]\d{3})+(?!\d)/g;
const FIGURE = new RegExp(`${GROUPED.source}|\\d+`, "g");
const DIGITS = /\d+/g;
const NO_DIGIT = /\D/g;
const ZEROS = /^0+(?=\d)/;
/** A single digit is often counted and not read. */
const LEAST_DIGITS = 2;

/** The numbers of texts, to compare them with those of an answer, which may be written otherwise. */
export class Figures {
  private readonly there = new Set<string>();

  add(text: string): void {
    const plain = text.normalize("NFKC");
    for (const [digits] of plain.matchAll(DIGITS)) this.there.add(valueOf(digits));
    for (const [grouped] of plain.matchAll(GROUPED)) this.there.add(valueOf(grouped));
  }

  /** Whether all figures of a text are there. */
  hold(text: string): boolean {
    const all = text.normalize("NFKC").match(FIGURE) ?? [];
    const figures = all.filter(({ length }) => length >= LEAST_DIGITS);
    return figures.every(
      // What looks like thousands may be several numbers.
      (figure) => this.has(figure) || (figure.match(DIGITS) ?? []).every((part) => this.has(part)),
    );
  }

  private has(digits: string): boolean {
    return this.there.has(valueOf(digits));
  }
}

function valueOf(digits: string): string {
  return digits.replace(NO_DIGIT, "").replace(ZEROS, "");
}
