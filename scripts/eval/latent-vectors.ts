import type { Language } from "../../src/ai/text/guess-language.ts";
import { termsOf } from "../../src/ai/text/terms.ts";

/** How many rounds turn the basis towards what the texts have most in common. */
const ROUNDS = 3;
const SEED = 7;

type Row = [term: number, weight: number][];

/**
 * Makes vectors of texts without any model, by latent semantic analysis: the projection on the
 * directions in which the texts of a set differ most. Words that occur in like texts get like vectors.
 */
export class LatentVectors {
  private readonly terms = new Map<string, number>();
  private readonly rarity: number[] = [];
  private readonly basis: Float64Array[];
  private readonly dimensions: number;

  constructor(texts: readonly string[], language: Language, dimensions: number) {
    this.dimensions = dimensions;
    const counts = texts.map((text) => countsOf(text, language));
    const holders = new Map<string, number>();
    for (const count of counts) {
      for (const term of count.keys()) holders.set(term, (holders.get(term) ?? 0) + 1);
    }
    for (const [term, held] of holders) {
      if (held < 2) continue;
      this.terms.set(term, this.rarity.length);
      this.rarity.push(Math.log(texts.length / held));
    }
    this.basis = this.findBasis(counts.map((count) => this.rowOf(count)));
  }

  embed(text: string, language: Language): number[] {
    const sum = new Float64Array(this.dimensions);
    for (const [term, weight] of this.rowOf(countsOf(text, language))) {
      addTo(sum, this.basis[term], weight);
    }
    const length = Math.max(Number.MIN_VALUE, Math.hypot(...sum));
    return Array.from(sum, (value) => value / length);
  }

  private rowOf(counts: ReadonlyMap<string, number>): Row {
    const row: Row = [];
    for (const [word, count] of counts) {
      const term = this.terms.get(word);
      if (term !== undefined) row.push([term, (1 + Math.log(count)) * (this.rarity[term] ?? 0)]);
    }
    const length = Math.max(Number.MIN_VALUE, Math.hypot(...row.map(([, weight]) => weight)));
    return row.map(([term, weight]) => [term, weight / length]);
  }

  /**
   * Finds the basis by subspace iteration: multiplies by the texts and back, and makes the directions
   * orthogonal again.
   */
  private findBasis(rows: readonly Row[]): Float64Array[] {
    const random = randomFrom(SEED);
    let basis = this.rarity.map(() => Float64Array.from({ length: this.dimensions }, random));
    for (let round = 0; round < ROUNDS; round += 1) {
      const next = basis.map(() => new Float64Array(this.dimensions));
      for (const row of rows) {
        const seen = new Float64Array(this.dimensions);
        for (const [term, weight] of row) addTo(seen, basis[term], weight);
        for (const [term, weight] of row) addTo(next[term], seen, weight);
      }
      orthonormalise(next, this.dimensions);
      basis = next;
    }
    return basis;
  }
}

function countsOf(text: string, language: Language): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of termsOf(text, language)) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

function addTo(sum: Float64Array | undefined, other: Float64Array | undefined, weight: number) {
  if (sum === undefined || other === undefined) return;
  for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] ?? 0) + weight * (other[at] ?? 0);
}

/** Makes columns orthonormal (Gram-Schmidt); rows are terms. */
function orthonormalise(rows: readonly Float64Array[], columns: number): void {
  for (let column = 0; column < columns; column += 1) {
    const overlap = new Float64Array(column);
    for (const row of rows) {
      const value = row[column] ?? 0;
      for (let at = 0; at < column; at += 1)
        overlap[at] = (overlap[at] ?? 0) + value * (row[at] ?? 0);
    }
    let squares = 0;
    for (const row of rows) {
      let value = row[column] ?? 0;
      for (let at = 0; at < column; at += 1) value -= (overlap[at] ?? 0) * (row[at] ?? 0);
      row[column] = value;
      squares += value * value;
    }
    const length = Math.max(Number.MIN_VALUE, Math.sqrt(squares));
    for (const row of rows) row[column] = (row[column] ?? 0) / length;
  }
}

/** Makes random numbers between -1 and 1, the same at each run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}
