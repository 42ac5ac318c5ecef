import { crc32 } from "../../platform/index.ts";
import { buildFilter } from "./filter.ts";
import {
  aligned,
  BLOCK_ROWS,
  FORMAT,
  MAGIC,
  PREAMBLE_BYTES,
  RESIDENT_MAX_ROWS,
  type FilterHeader,
  type Section,
  type SegmentHeader,
  type TableHeader,
  type Trait,
} from "./layout.ts";
import { columnsOf } from "./table-builder.ts";
import { compareRows, type Table, type TableKind, type Values } from "./table.ts";

export interface SegmentContent {
  source: string;
  createdAt: number;
  rows: number;
  retained: number;
  traits: Trait[];
  tables: readonly Table[];
}

export interface WrittenSegment {
  header: SegmentHeader;
  bytes: Uint8Array<ArrayBuffer>;
  /** How much of it an isolate holds in memory, with the header. */
  residentBytes: number;
}

/** Kinds that are looked up by equality, for which a filter works. */
const FILTERED: ReadonlySet<TableKind> = new Set(["ip4", "name", "mail"]);

export interface WriteOptions {
  residentMaxRows?: number;
}

export function writeSegment(content: SegmentContent, options: WriteOptions = {}): WrittenSegment {
  const resident = new Sections();
  const cold = new Sections();
  const tables = content.tables
    .filter(({ rows }) => rows > 0)
    .map((table) => tableHeader(table, resident, cold, options));
  const residentBytes = resident.bytes;
  for (const section of cold.all) section.at += residentBytes;
  const { source, createdAt, rows, retained, traits } = content;
  const header: SegmentHeader = {
    format: FORMAT,
    source,
    createdAt,
    rows,
    retained,
    residentBytes,
    traits,
    tables,
  };
  const head = preamble(header);
  const bytes = new Uint8Array(head.length + residentBytes + cold.bytes);
  bytes.set(head);
  resident.copyTo(bytes, head.length);
  cold.copyTo(bytes, head.length);
  return { header, bytes, residentBytes: head.length + residentBytes };
}

function tableHeader(
  table: Table,
  resident: Sections,
  cold: Sections,
  { residentMaxRows = RESIDENT_MAX_ROWS }: WriteOptions,
): TableHeader {
  const { kind, rows, words, columns } = table;
  const isCold = FILTERED.has(kind) && rows > residentMaxRows;
  const add = (values: Values) =>
    isCold
      ? { section: cold.add(values), blockCrcs: resident.add(blockCrcs(values)) }
      : { section: resident.add(values) };
  const header: TableHeader = {
    kind,
    rows,
    words: words.map((word) => ({ constant: 0, ...add(word) })),
    columns: columnsOf((name) => {
      const { constant, values } = columns[name];
      return values === undefined ? { constant } : { constant, ...add(values) };
    }),
  };
  if (!isCold) return header;
  return { ...header, filter: filterOf(table, resident), fences: fencesOf(words, rows, resident) };
}

function blockCrcs(values: Values): Uint32Array {
  return Uint32Array.from({ length: Math.ceil(values.length / BLOCK_ROWS) }, (_, block) =>
    crc32(bytesOf(values.subarray(block * BLOCK_ROWS, (block + 1) * BLOCK_ROWS))),
  );
}

function fencesOf(words: readonly Uint32Array[], rows: number, resident: Sections): Section[] {
  return words.map((word) =>
    resident.add(
      Uint32Array.from(
        { length: Math.ceil(rows / BLOCK_ROWS) },
        (_, block) => word[block * BLOCK_ROWS] ?? 0,
      ),
    ),
  );
}

function filterOf({ words, rows }: Table, resident: Sections): FilterHeader {
  const distinct = new Uint32Array(rows);
  let count = 0;
  for (let row = 0; row < rows; row += 1) {
    if (row > 0 && compareRows(words, row, words, row - 1) === 0) continue;
    distinct[count] = row;
    count += 1;
  }
  const keys = distinct.subarray(0, count);
  const pick = (word: Uint32Array | undefined) => Uint32Array.from(keys, (row) => word?.[row] ?? 0);
  const { fingerprints, ...shape } = buildFilter(pick(words[0]), pick(words[1]));
  return { ...shape, section: resident.add(fingerprints) };
}

function preamble(header: SegmentHeader): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(header));
  const bytes = new Uint8Array(aligned(PREAMBLE_BYTES + text.length));
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, FORMAT, true);
  view.setUint32(8, text.length, true);
  view.setUint32(12, crc32(text), true);
  bytes.set(text, PREAMBLE_BYTES);
  return bytes;
}

function bytesOf(values: Values): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}

/** The sections of one part of the file, in the order in which they were added. */
class Sections {
  readonly all: Section[] = [];
  bytes = 0;
  private readonly contents: Uint8Array[] = [];

  add(values: Values): Section {
    const content = bytesOf(values);
    const width = values.BYTES_PER_ELEMENT === 4 ? 4 : values.BYTES_PER_ELEMENT === 2 ? 2 : 1;
    const section: Section = { at: this.bytes, bytes: content.length, crc: crc32(content), width };
    this.all.push(section);
    this.contents.push(content);
    this.bytes = aligned(this.bytes + content.length);
    return section;
  }

  copyTo(bytes: Uint8Array, base: number): void {
    for (const [index, { at }] of this.all.entries()) {
      bytes.set(this.contents[index] ?? new Uint8Array(0), base + at);
    }
  }
}
