/** Counts the terms and pairs seen so far, and the weight of the terms in the best sentence. */
export class Seen {
  readonly counts: Uint16Array;
  weight = 0;
  best = 0;
  pairs = 0;
  private readonly metPairs = new Set<number>();
  private readonly lastIn: Int32Array;
  private sentence = 1;
  private here = 0;

  constructor(terms: number) {
    this.counts = new Uint16Array(terms);
    this.lastIn = new Int32Array(terms);
  }

  add(term: number, weight: number): void {
    if (this.counts[term] === 0) this.weight += weight;
    this.counts[term] = (this.counts[term] ?? 0) + 1;
    if (this.lastIn[term] === this.sentence) return;
    this.lastIn[term] = this.sentence;
    this.here += weight;
  }

  /** The weight of a pair that the query does not have is 0. */
  addPair(pair: number, weight: number): void {
    if (weight === 0 || this.metPairs.has(pair)) return;
    this.metPairs.add(pair);
    this.pairs += weight;
  }

  endSentence(): void {
    this.best = Math.max(this.best, this.here);
    this.here = 0;
    this.sentence += 1;
  }
}
