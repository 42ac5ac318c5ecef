import { sortOrder } from "./sort-order.ts";
import {
  COLUMN_NAMES,
  compareRows,
  NO_WEIGHT,
  rowAt,
  valueAt,
  WORDS_OF,
  type Column,
  type ColumnName,
  type Row,
  type Table,
  type TableKind,
  type Values,
} from "./table.ts";

const FIRST_ROWS = 1024;
export const NEW_COLUMN = {
  first: (rows: number) => new Uint32Array(rows),
  last: (rows: number) => new Uint32Array(rows),
  gone: (rows: number) => new Uint32Array(rows),
  weight: (rows: number) => new Uint8Array(rows),
  trait: (rows: number) => new Uint16Array(rows),
};

/**
 * Collects rows in any order and gives a sorted table. Rows with the same key and trait become one;
 * except that rows with a weight and rows without stay apart, because which one weighs more depends on
 * the source.
 */
export class TableBuilder {
  private readonly kind: TableKind;
  private words: Uint32Array[];
  /** To save memory a column has values only once a row differs. */
  private readonly columns: Record<ColumnName, Column>;
  private capacity = FIRST_ROWS;
  private rows = 0;

  constructor(kind: TableKind) {
    this.kind = kind;
    this.words = Array.from({ length: WORDS_OF[kind] }, () => new Uint32Array(FIRST_ROWS));
    this.columns = columnsOf(() => ({ constant: 0, values: undefined }));
  }

  add(key: readonly number[], row: Row): void {
    if (this.rows === this.capacity) this.grow();
    const at = this.rows;
    for (const [word, column] of this.words.entries()) column[at] = key[word] ?? 0;
    for (const name of COLUMN_NAMES) {
      if (at === 0) this.columns[name].constant = row[name];
      else this.put(name, at, row[name]);
    }
    this.rows += 1;
  }

  private put(name: ColumnName, at: number, value: number): void {
    const column = this.columns[name];
    if (column.values === undefined && value !== column.constant) {
      column.values = NEW_COLUMN[name](this.capacity).fill(column.constant);
    }
    if (column.values !== undefined) column.values[at] = value;
  }

  finish(): Table {
    const { trait, weight } = this.columns;
    const differ = trait.values !== undefined || weight.values !== undefined;
    const marks = differ
      ? [Uint32Array.from({ length: this.rows }, (_, row) => this.markOf(row))]
      : [];
    const order = sortOrder([...this.words, ...marks], this.rows);
    const rows = this.fold(order);
    const kept = order.subarray(0, rows);
    return {
      kind: this.kind,
      rows,
      words: this.words.map((word) => Uint32Array.from(kept, (row) => word[row] ?? 0)),
      columns: columnsOf((name) => {
        const { constant, values: all } = this.columns[name];
        if (all === undefined) return { constant, values: undefined };
        const values = NEW_COLUMN[name](rows);
        for (const [at, row] of kept.entries()) values[at] = all[row] ?? 0;
        return compact(values);
      }),
    };
  }

  /** Joins equal neighbours and closes the gaps. Returns how many rows are left. */
  private fold(order: Uint32Array): number {
    let kept = 0;
    for (const row of order) {
      const last = kept > 0 ? (order[kept - 1] ?? 0) : undefined;
      if (last !== undefined && this.isSame(last, row)) {
        this.join(last, row);
        continue;
      }
      order[kept] = row;
      kept += 1;
    }
    return kept;
  }

  private isSame(one: number, other: number): boolean {
    const { words } = this;
    return this.markOf(one) === this.markOf(other) && compareRows(words, one, words, other) === 0;
  }

  /** Rows with the same key and the same mark become one. */
  private markOf(row: number): number {
    const { trait, weight } = this.columns;
    return 2 * valueAt(trait, row) + Number(valueAt(weight, row) === NO_WEIGHT);
  }

  private join(into: number, from: number): void {
    const { columns } = this;
    const [one, other] = [rowAt({ columns }, into), rowAt({ columns }, from)];
    this.put("first", into, earlier(one.first, other.first));
    this.put("last", into, Math.max(one.last, other.last, again(one.first, other.first)));
    const isGone = one.gone !== 0 && other.gone !== 0;
    this.put("gone", into, isGone ? Math.max(one.gone, other.gone) : 0);
    this.put("weight", into, Math.max(one.weight, other.weight));
  }

  private grow(): void {
    this.capacity *= 2;
    this.words = this.words.map((word) => enlarged(word, new Uint32Array(this.capacity)));
    for (const name of COLUMN_NAMES) {
      const column = this.columns[name];
      if (column.values === undefined) continue;
      column.values = enlarged<Values>(column.values, NEW_COLUMN[name](this.capacity));
    }
  }
}

export function columnsOf<T>(make: (name: ColumnName) => T): Record<ColumnName, T> {
  return {
    first: make("first"),
    last: make("last"),
    gone: make("gone"),
    weight: make("weight"),
    trait: make("trait"),
  };
}

/** Makes a column; if all values are equal it is one number. */
export function compact(values: Values): Column {
  const constant = values[0] ?? 0;
  const differs = values.some((value) => value !== constant);
  return { constant, values: differs ? values : undefined };
}

function enlarged<T extends Values>(old: Values, room: T): T {
  room.set(old);
  return room;
}

/** The later of two times at which something was listed: there it was seen again. 0 for one time. */
function again(one: number, other: number): number {
  return one === 0 || other === 0 || one === other ? 0 : Math.max(one, other);
}

function earlier(one: number, other: number): number {
  if (one === 0 || other === 0) return Math.max(one, other);
  return Math.min(one, other);
}
