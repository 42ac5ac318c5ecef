import type { Category } from "../fusion/categories.ts";
import type { ColumnName, TableKind } from "./table.ts";

/**
 * A segment file: magic, header length and checksum, a JSON header, then the sections it names,
 * each at a multiple of eight bytes and little-endian. First come the resident sections, which an
 * isolate holds in memory; after `residentBytes` come the columns of tables too large for that, which
 * are read block by block.
 */
export const MAGIC = 0x31534d52;
export const FORMAT = 1;
export const PREAMBLE_BYTES = 16;
export const ALIGNMENT = 8;
/** Rows of a large table that are read together. */
export const BLOCK_ROWS = 4096;
/**
 * A table with more rows is "cold": only its filter is in memory, and its blocks are read to
 * confirm.
 */
export const RESIDENT_MAX_ROWS = 1_000_000;

export interface Section {
  /** From the end of the header. */
  at: number;
  bytes: number;
  crc: number;
  width: 1 | 2 | 4;
}

/** A section that is read in blocks, and where the checksum of each block is. */
export interface Column {
  constant: number;
  section?: Section;
  blockCrcs?: Section;
}

export interface FilterHeader {
  seed: number;
  segmentLength: number;
  segments: number;
  section: Section;
}

export interface TableHeader {
  kind: TableKind;
  rows: number;
  words: Column[];
  columns: Record<ColumnName, Column>;
  /** For a cold table: with filter and fences its rows are found without the words in memory. */
  filter?: FilterHeader;
  /** The first key of each block, one section for each word. */
  fences?: Section[];
}

/** Facts that many rows share, so that each row needs only the number of its trait. */
export interface Trait {
  category?: Category | undefined;
  more?: readonly string[] | undefined;
  family?: string | undefined;
  label?: string | undefined;
  /** The exact weight, 0 to 1, if the row's percents would round it. */
  weight?: number | undefined;
  /** All names below it are listed too. Older segments lack it. */
  below?: boolean | undefined;
}

export interface SegmentHeader {
  format: typeof FORMAT;
  source: string;
  /** Unix milliseconds. */
  createdAt: number;
  /** Good records of the feed, with repeated ones. */
  rows: number;
  /** Rows that the source no longer lists. */
  retained: number;
  residentBytes: number;
  traits: Trait[];
  tables: TableHeader[];
}

export function aligned(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}
