import type { Category } from "../fusion/categories.ts";
import type { ColumnName, TableKind } from "./table.ts";

/**
 * A segment file: magic, header length and checksum, a JSON header, then the sections it names,
 * each at a multiple of eight bytes and little-endian. First come the resident sections, which an
 * isolate always holds; behind `residentBytes` lie the columns of tables too large for that, which
 * are read block by block.
 */
export const MAGIC = 0x31534d52;
export const FORMAT = 1;
export const PREAMBLE_BYTES = 16;
export const ALIGNMENT = 8;
/** Rows of a large table that are read together. */
export const BLOCK_ROWS = 4096;
/** A table of more rows is not held whole: its filter answers, and its blocks confirm. */
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
  /** With both, rows can be found without the words being held. */
  filter?: FilterHeader;
  /** The first key of each block, one section for each word. */
  fences?: Section[];
}

/** What rows have in common, so that each row needs but a number. */
export interface Trait {
  category?: Category | undefined;
  more?: readonly string[] | undefined;
  family?: string | undefined;
  label?: string | undefined;
  /** The weight in full, 0 to 1, of rows whose own percents would round it. */
  weight?: number | undefined;
  /** All names below it are listed with it; older segments say nothing of that. */
  below?: boolean | undefined;
}

export interface SegmentHeader {
  format: typeof FORMAT;
  source: string;
  /** Unix milliseconds. */
  createdAt: number;
  /** Records of the feed that were good, repeated ones counted. */
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
