import { columnsOf, compact, NEW_COLUMN } from "./table-builder.ts";
import { compareRows, valueAt, type ColumnName, type Table } from "./table.ts";

export interface Retention {
  /** When a row was last on the list, if it goes only now; Unix seconds. */
  goneAt: number;
  /** Rows that went before this are dropped for good. */
  since: number;
  /** Traits are numbered in each segment anew. */
  traitOf: (trait: number) => number;
}

/**
 * Adds to a fresh table those rows of the one before it whose key the fresh one no longer has:
 * what a source took off its list fades out; it is not forgotten at once.
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

/** The rows of the result in their order: those of the table before as their complement. */
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
