/**
 * A segment has a sorted table for each kind of key: addresses, blocks, names and URLs (as 64-bit
 * hashes), ASNs, e-mails (as keyed hashes).
 */
export type TableKind = "ip4" | "ip4range" | "ip6range" | "name" | "asn" | "mail";

export const TABLE_KINDS: readonly TableKind[] = [
  "ip4",
  "ip4range",
  "ip6range",
  "name",
  "asn",
  "mail",
];

/** How many words of 32 bits make a key. A range has its first and its last address. */
export const WORDS_OF: Record<TableKind, number> = {
  ip4: 1,
  ip4range: 2,
  ip6range: 8,
  name: 2,
  asn: 1,
  mail: 2,
};

/** Three times in Unix seconds (0: none), a weight in percent, and the number of a trait. */
export const COLUMN_NAMES = ["first", "last", "gone", "weight", "trait"] as const;

export type ColumnName = (typeof COLUMN_NAMES)[number];

/** Stands for no weight of its own: that of the source counts. */
export const NO_WEIGHT = 255;

/** Numbers of one width, as a segment stores them. */
export type Values = Uint8Array | Uint16Array | Uint32Array;

/** Without values every row has the constant, as in most feeds. */
export interface Column {
  constant: number;
  values: Values | undefined;
}

export interface Table {
  kind: TableKind;
  rows: number;
  words: readonly Uint32Array[];
  columns: Record<ColumnName, Column>;
}

export function valueAt({ constant, values }: Column, row: number): number {
  return values === undefined ? constant : (values[row] ?? constant);
}

/** What a row says besides its key. */
export type Row = Record<ColumnName, number>;

export function rowAt({ columns }: Pick<Table, "columns">, row: number): Row {
  return {
    first: valueAt(columns.first, row),
    last: valueAt(columns.last, row),
    gone: valueAt(columns.gone, row),
    weight: valueAt(columns.weight, row),
    trait: valueAt(columns.trait, row),
  };
}

export function compareRows(
  words: readonly Uint32Array[],
  row: number,
  others: readonly Uint32Array[],
  other: number,
): number {
  for (const [at, column] of words.entries()) {
    const difference = (column[row] ?? 0) - (others[at]?.[other] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
