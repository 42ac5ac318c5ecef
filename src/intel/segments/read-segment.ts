import { crc32 } from "../../platform/index.ts";
import type { Filter } from "./filter.ts";
import {
  aligned,
  FORMAT,
  MAGIC,
  PREAMBLE_BYTES,
  type Section,
  type SegmentHeader,
  type TableHeader,
} from "./layout.ts";
import { columnsOf } from "./table-builder.ts";
import type { Table, Values } from "./table.ts";

/** A key may have one row for each trait, whose number has two bytes. */
const MOST_OF_A_KEY = 2 ** 16;

/** A table of which only the filter and the first key of each block are in memory. */
export interface ColdTable {
  header: TableHeader;
  filter: Filter;
  fences: readonly Uint32Array[];
}

export interface Segment {
  header: SegmentHeader;
  /** Where the sections begin in the file. */
  base: number;
  tables: readonly Table[];
  cold: readonly ColdTable[];
  /** Reads a resident section by itself, such as the checksums of blocks. */
  words: (section: Section) => Uint32Array;
}

/** What is wrong with a segment; loading it then fails as a whole. */
export class CorruptSegment extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(`The segment is corrupt: ${reason}.`);
    this.name = "CorruptSegment";
    this.reason = reason;
  }
}

/** Reads bytes that may be anything: an error of the engine means that the segment is corrupt. */
export function opening<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    const isOfEngine =
      error instanceof RangeError || error instanceof TypeError || error instanceof SyntaxError;
    throw isOfEngine ? new CorruptSegment("its header does not fit what it holds") : error;
  }
}

/**
 * Opens a segment from all of its bytes or only the resident ones, and checks them. Of a table with a
 * filter only that and the first key of each block are read.
 */
export function readSegment(buffer: ArrayBuffer): Segment {
  return opening(() => openSegment(buffer));
}

function openSegment(buffer: ArrayBuffer): Segment {
  const { header, base } = readHeader(buffer);
  const open = (section: Section) => openSection(buffer, base, section);
  const tables: Table[] = [];
  const cold: ColdTable[] = [];
  for (const table of header.tables) {
    if (table.filter === undefined) tables.push(openTable(table, open));
    else cold.push(openCold(table, open));
  }
  return { header, base, tables, cold, words: (section) => asWords(open(section)) };
}

export function readHeader(buffer: ArrayBuffer): { header: SegmentHeader; base: number } {
  if (buffer.byteLength < PREAMBLE_BYTES) throw new CorruptSegment("it is too short");
  const view = new DataView(buffer);
  if (view.getUint32(0, true) !== MAGIC) throw new CorruptSegment("it is no segment");
  if (view.getUint32(4, true) !== FORMAT) throw new CorruptSegment("its format is unknown");
  const length = view.getUint32(8, true);
  if (PREAMBLE_BYTES + length > buffer.byteLength) throw new CorruptSegment("its header is cut");
  const text = new Uint8Array(buffer, PREAMBLE_BYTES, length);
  if (crc32(text) !== view.getUint32(12, true)) throw new CorruptSegment("its header is damaged");
  const header = JSON.parse(new TextDecoder().decode(text)) as SegmentHeader;
  return { header, base: aligned(PREAMBLE_BYTES + length) };
}

type Open = (section: Section) => Values;

function openSection(buffer: ArrayBuffer, base: number, section: Section): Values {
  const { at, bytes, crc, width } = section;
  if (base + at + bytes > buffer.byteLength) throw new CorruptSegment("it is cut");
  const content = new Uint8Array(buffer, base + at, bytes);
  if (crc32(content) !== crc) throw new CorruptSegment("a section is damaged");
  if (width === 4) return new Uint32Array(buffer, base + at, bytes / 4);
  return width === 2 ? new Uint16Array(buffer, base + at, bytes / 2) : content;
}

function openTable({ kind, rows, words, columns }: TableHeader, open: Open): Table {
  const keys = words.map(({ section }) => (section?.bytes ?? 0) / Uint32Array.BYTES_PER_ELEMENT);
  // Checked, because memory is allocated for this number.
  if (rows > Math.max(MOST_OF_A_KEY, ...keys))
    throw new CorruptSegment("it has more rows than keys");
  return {
    kind,
    rows,
    words: words.map(({ section }) =>
      section === undefined ? new Uint32Array(rows) : asWords(open(section)),
    ),
    columns: columnsOf((name) => {
      const { constant, section } = columns[name];
      return { constant, values: section === undefined ? undefined : open(section) };
    }),
  };
}

function openCold(header: TableHeader, open: Open): ColdTable {
  const { filter, fences } = header;
  if (filter === undefined || fences === undefined) throw new CorruptSegment("it is cut");
  const { section, ...shape } = filter;
  const fingerprints = open(section);
  if (!(fingerprints instanceof Uint8Array)) throw new CorruptSegment("its filter is none");
  return {
    header,
    filter: { ...shape, fingerprints },
    fences: fences.map((fence) => asWords(open(fence))),
  };
}

function asWords(values: Values): Uint32Array {
  if (values instanceof Uint32Array) return values;
  throw new CorruptSegment("a section has another width");
}
