import { columnsOf, compact, NEW_COLUMN } from "./table-builder.ts";
import { compareRows, valueAt, type ColumnName, type Table } from "./table.ts";

export interface Retention {
  /** When a row that is gone now was last on the list; Unix seconds. */
  goneAt: number;
  /** Rows gone since before this are dropped. */
  since: number;
  /** The number of an old trait in the new segment. */
  traitOf: (trait: number) => number;
}

/**
 * Adds to a new table the rows of the one before whose keys it no longer has: what a source took off its
 * list is still evidence for a while.
 */
export function retain(fresh: Table, before: Table, retention: Retention): Table {
  const picks = pickRows(fresh, before, retention);
  const words = fresh.words.map((word, index) => {
    const other = before.words[index] ?? new Uint32Array(0);
    return Uint32Array.from(picks, (pick) => (pick < 0 ? other[~pick] : word[pick]) ?? 0);
  });
  const columns = columnsOf((name) => {
    const values = NEW_COLUMN[name](picks.length);
    for (const [at, pick] of picks.entries()) {
      values[at] =
        pick < 0 ? retained(name, before, ~pick, retention) : valueAt(fresh.columns[name], pick);
    }
    return compact(values);
  });
  return { kind: fresh.kind, rows: picks.length, words, columns };
}

/** The rows of the result in order; a row of the table before is given as its complement (`~row`). */
function pickRows(fresh: Table, before: Table, { goneAt, since }: Retention): Int32Array {
  const picks = new Int32Array(fresh.rows + before.rows);
  let count = 0;
  let at = 0;
  let old = 0;
  while (at < fresh.rows || old < before.rows) {
    if (compareAt(fresh, at, before, old) <= 0) {
      picks[count] = at;
      count += 1;
      at += 1;
      continue;
    }
    const isBack = at > 0 && compareRows(fresh.words, at - 1, before.words, old) === 0;
    const gone = valueAt(before.columns.gone, old) || goneAt;
    if (!isBack && gone >= since) {
      picks[count] = ~old;
      count += 1;
    }
    old += 1;
  }
  return picks.slice(0, count);
}

function compareAt(fresh: Table, at: number, before: Table, old: number): number {
  if (at >= fresh.rows) return 1;
  if (old >= before.rows) return -1;
  return compareRows(fresh.words, at, before.words, old);
}

function retained(name: ColumnName, { columns }: Table, row: number, retention: Retention): number {
  const value = valueAt(columns[name], row);
  if (name === "gone") return value || retention.goneAt;
  return name === "trait" ? retention.traitOf(value) : value;
}
