import { sortOrder } from "./sort-order.ts";
import {
  COLUMN_NAMES,
  compareRows,
  NO_WEIGHT,
  WORDS_OF,
  type Column,
  type ColumnName,
  type Row,
  type Table,
  type TableKind,
} from "./table.ts";

const FIRST_ROWS = 1024;
export const NEW_COLUMN = {
  first: (rows: number) => new Uint32Array(rows),
  last: (rows: number) => new Uint32Array(rows),
  gone: (rows: number) => new Uint32Array(rows),
  weight: (rows: number) => new Uint8Array(rows),
  trait: (rows: number) => new Uint16Array(rows),
};

type Values = Uint32Array | Uint16Array | Uint8Array;

/** Collects rows in any order and gives them out sorted, each key and trait once. */
export class TableBuilder {
  private readonly kind: TableKind;
  private words: Uint32Array[];
  private columns: Record<ColumnName, Values>;
  private capacity = FIRST_ROWS;
  private rows = 0;

  constructor(kind: TableKind) {
    this.kind = kind;
    this.words = Array.from({ length: WORDS_OF[kind] }, () => new Uint32Array(FIRST_ROWS));
    this.columns = columnsOf((name) => NEW_COLUMN[name](FIRST_ROWS));
  }

  get size(): number {
    return this.rows;
  }

  add(key: readonly number[], row: Row): void {
    if (this.rows === this.capacity) this.grow();
    const at = this.rows;
    for (const [word, column] of this.words.entries()) column[at] = key[word] ?? 0;
    for (const name of COLUMN_NAMES) this.columns[name][at] = row[name];
    this.rows += 1;
  }

  finish(): Table {
    const traits = Uint32Array.from(this.columns.trait.subarray(0, this.rows));
    const order = sortOrder([...this.words, traits], this.rows);
    const rows = this.fold(order);
    const kept = order.subarray(0, rows);
    return {
      kind: this.kind,
      rows,
      words: this.words.map((word) => Uint32Array.from(kept, (row) => word[row] ?? 0)),
      columns: columnsOf((name) => {
        const values = NEW_COLUMN[name](rows);
        for (const [at, row] of kept.entries()) values[at] = this.columns[name][row] ?? 0;
        return compact(values);
      }),
    };
  }

  /** Joins equal neighbours and moves the others together; says how many are left. */
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
    const { words, columns } = this;
    return (
      columns.trait[one] === columns.trait[other] && compareRows(words, one, words, other) === 0
    );
  }

  private join(into: number, from: number): void {
    const { first, last, gone, weight } = this.columns;
    first[into] = earlier(first[into] ?? 0, first[from] ?? 0);
    last[into] = Math.max(last[into] ?? 0, last[from] ?? 0);
    gone[into] =
      gone[into] === 0 || gone[from] === 0 ? 0 : Math.max(gone[into] ?? 0, gone[from] ?? 0);
    weight[into] = heavier(weight[into] ?? NO_WEIGHT, weight[from] ?? NO_WEIGHT);
  }

  private grow(): void {
    this.capacity *= 2;
    this.words = this.words.map((word) => enlarged(word, new Uint32Array(this.capacity)));
    this.columns = columnsOf((name) =>
      enlarged<Values>(this.columns[name], NEW_COLUMN[name](this.capacity)),
    );
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

/** A column of equal values is one number. */
export function compact(values: Values): Column {
  const constant = values[0] ?? 0;
  const differs = values.some((value) => value !== constant);
  return { constant, values: differs ? values : undefined };
}

function enlarged<T extends Values>(old: Values, room: T): T {
  room.set(old);
  return room;
}

function earlier(one: number, other: number): number {
  if (one === 0 || other === 0) return Math.max(one, other);
  return Math.min(one, other);
}

function heavier(one: number, other: number): number {
  if (one === NO_WEIGHT || other === NO_WEIGHT) return Math.min(one, other);
  return Math.max(one, other);
}
