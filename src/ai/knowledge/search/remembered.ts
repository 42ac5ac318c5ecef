import { lighten } from "../../../platform/index.ts";
import type { Sql } from "../sql.ts";

/** What is known of the index between writes. An object keeps one as long as it lives. */
export class Remembered {
  private readonly counts = new Map<string, number>();
  private readonly words = new Map<string, readonly string[]>();
  /**
   * The first letters for which terms that are no longer used were removed. That takes a tenth of a
   * second, so it is done once.
   */
  private readonly swept = new Set<string>();
  /** How many pieces there were when the counts were last forgotten. */
  private chunksThen = 0;
  /** How many pieces were written since then, new or in place of others. */
  private changed = 0;

  /** In how many pieces each term is. A term that is in none is left out. */
  countTerms(sql: Sql, terms: readonly string[], chunks: number): ReadonlyMap<string, number> {
    this.forgetWhenOld(chunks);
    const missing = terms.filter((term) => !this.counts.has(term));
    if (missing.length > 0) {
      const rows = sql.all<{ term: string; doc: number }>(
        "SELECT term, doc FROM vocabulary WHERE term IN (SELECT value FROM json_each(?))",
        JSON.stringify([...new Set(missing)]),
      );
      for (const { term, doc } of rows) this.counts.set(term, doc);
    }
    return this.counts;
  }

  /** Every term that begins with this letter, and perhaps some that no longer exist. */
  termsFrom(sql: Sql, first: string): readonly string[] {
    const known = this.words.get(first);
    if (known !== undefined) return known;
    const range = [first, `${first}\u{10ffff}`] as const;
    const read = () => sql.all<{ term: string }>(TERMS, ...range).map(({ term }) => term);
    let terms = read();
    if (terms.length === MOST_TERMS && !this.swept.has(first)) {
      this.swept.add(first);
      sql.all(SWEEP, ...range, ...range);
      terms = read();
    }
    this.words.set(first, terms);
    lighten(this.words, ({ length }) => length, MOST_HELD);
    return terms;
  }

  /** Called when this many pieces are written. */
  forgetTerms(changed = 0): void {
    this.words.clear();
    this.changed += changed;
  }

  /** Counts may be off by a hundredth of the pieces: no order depends on that. */
  private forgetWhenOld(chunks: number): void {
    const drift = Math.max(this.changed, Math.abs(chunks - this.chunksThen));
    if (drift * DRIFT <= this.chunksThen && this.counts.size < MOST_COUNTS) return;
    this.counts.clear();
    this.chunksThen = chunks;
    this.changed = 0;
  }
}

const DRIFT = 100;
const MOST_COUNTS = 50_000;
/** The most terms of one letter, more than two languages have. */
const MOST_TERMS = 50_000;
/** The most terms of all letters together. Each takes some 60 bytes. */
const MOST_HELD = 250_000;
const BETWEEN = "WHERE term >= ? AND term < ?";
const TERMS = `SELECT term FROM terms ${BETWEEN} AND term NOT GLOB '*[0-9]*[0-9]*' LIMIT ${MOST_TERMS}`;
const SWEEP = `DELETE FROM terms ${BETWEEN} AND term NOT IN (SELECT term FROM vocabulary ${BETWEEN})`;
