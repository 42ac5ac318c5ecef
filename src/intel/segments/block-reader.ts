import { crc32 } from "../../platform/index.ts";
import { BLOCK_ROWS, type Column } from "./layout.ts";
import { CorruptSegment, type ColdTable, type Segment } from "./read-segment.ts";
import { compareKeys, type Key } from "../keys/hash-text.ts";
import { COLUMN_NAMES, type Row, type Values } from "./table.ts";
import { columnsOf } from "./table-builder.ts";

export interface Range {
  file: string;
  at: number;
  bytes: number;
  crc: number;
}

/** Reads a part of a stored file. Throws if it cannot, or if the part is damaged. */
export type ReadRange = (range: Range) => Promise<ArrayBuffer>;

export function isWhole(bytes: ArrayBuffer, range: Range): boolean {
  return bytes.byteLength === range.bytes && crc32(new Uint8Array(bytes)) === range.crc;
}

export interface ColdFile {
  file: string;
  segment: Segment;
  table: ColdTable;
}

/** The rows of a large table that have the key, read from the block that it would be in. */
export async function readRows(cold: ColdFile, key: Key, read: ReadRange): Promise<Row[]> {
  const found: Row[] = [];
  for (const block of blocksFor(cold.table, key)) {
    const words = await Promise.all(
      cold.table.header.words.map((word) => readBlock(cold, word, block, read)),
    );
    for (const row of rowsWith(words, key)) found.push(await readRow(cold, block, row, read));
  }
  return found;
}

/**
 * Usually one block; more if the key is the first of a block, because it may begin in the one
 * before.
 */
function blocksFor({ fences }: ColdTable, key: Key): number[] {
  const [hi = new Uint32Array(0), lo] = fences;
  const keyAt = (at: number): Key => ({ hi: hi[at] ?? 0, lo: lo?.[at] ?? 0 });
  let from = 0;
  let to = hi.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (compareKeys(keyAt(middle), key) < 0) from = middle + 1;
    else to = middle;
  }
  const blocks = from > 0 ? [from - 1] : [];
  while (from < hi.length && compareKeys(keyAt(from), key) === 0) {
    blocks.push(from);
    from += 1;
  }
  return blocks;
}

function rowsWith(words: readonly Values[], key: Key): number[] {
  const [hi = new Uint32Array(0), lo] = words;
  const rows: number[] = [];
  for (let row = hi.indexOf(key.hi); row >= 0; row = hi.indexOf(key.hi, row + 1)) {
    if (lo === undefined || lo[row] === key.lo) rows.push(row);
  }
  return rows;
}

async function readRow(cold: ColdFile, block: number, row: number, read: ReadRange): Promise<Row> {
  const { columns } = cold.table.header;
  const values = columnsOf((name) => columns[name].constant);
  for (const name of COLUMN_NAMES) {
    if (columns[name].section === undefined) continue;
    values[name] = (await readBlock(cold, columns[name], block, read))[row] ?? 0;
  }
  return values;
}

async function readBlock(
  { file, segment, table }: ColdFile,
  { section, blockCrcs }: Column,
  block: number,
  read: ReadRange,
): Promise<Values> {
  if (section === undefined || blockCrcs === undefined) throw new CorruptSegment("it is cut");
  const rows = Math.min(BLOCK_ROWS, table.header.rows - block * BLOCK_ROWS);
  const at = segment.base + section.at + block * BLOCK_ROWS * section.width;
  const crc = segment.words(blockCrcs)[block] ?? 0;
  const bytes = await read({ file, at, bytes: rows * section.width, crc });
  if (section.width === 4) return new Uint32Array(bytes);
  return section.width === 2 ? new Uint16Array(bytes) : new Uint8Array(bytes);
}
