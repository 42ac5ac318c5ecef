import { unguarded } from "../../http/index.ts";
import { csvFields, namedFields, type CsvRow } from "../sources/csv.ts";
import { lineEndOf } from "../sources/cut-lines.ts";
import { COLUMNS } from "./entries-csv.ts";

/** What a line of a file says of an entry, by the names of the columns; undefined for a broken one. */
export interface WrittenLine {
  line: number;
  said: CsvRow | undefined;
}

/** A note of an entry has no more lines. */
const MOST_LINES = 512;
const COMMENT = /^\s*(?:[#;!]|\/\/|$)/;
/** Behind a value. A page's address may have these signs without a space before them. */
const NOTE = /\s[#;]\s*(.*)$/;

/** What may part the columns: where the comma is the decimal sign, spreadsheets write semicolons. */
const COMMAS = [",", ";", "\t"] as const;
/** A line above the header that tells spreadsheets what parts the columns. */
const TOLD_COMMA = /^"?sep=."?\s*$/i;

interface Header {
  names: readonly string[];
  comma: string;
}

/** Reads a list of entries: a value a line, or a CSV whose header has the column "value". */
export function readLines(text: string): WrittenLine[] {
  const lines = text.replace(/^\uFEFF/, "").split(lineEndOf(text));
  const first = lines.findIndex((line) => !(COMMENT.test(line) || TOLD_COMMA.test(line)));
  const header = readHeader(lines[first]?.trimEnd() ?? "");
  if (header !== undefined) return readRows(lines, first + 1, header);
  return lines.flatMap((line, at) => (COMMENT.test(line) ? [] : [readPlain(line, at + 1)]));
}

/** The columns by the sign that parts most of them. */
function readHeader(line: string): Header | undefined {
  const [best] = COMMAS.map((comma) => ({ comma, names: namesIn(line, comma) }))
    .filter(({ names }) => names.includes("value"))
    .toSorted((one, other) => other.names.length - one.names.length);
  return best && { ...best, names: best.names.map(columnOf) };
}

function namesIn(line: string, comma: string): string[] {
  return csvFields(line, comma)?.map((name) => name.trim().toLowerCase()) ?? [];
}

function columnOf(name: string): string {
  return COLUMNS.find((known) => known.toLowerCase() === name) ?? "";
}

function readPlain(written: string, number: number): WrittenLine {
  const line = written.trim();
  const note = NOTE.exec(line)?.[1]?.trim();
  return { line: number, said: { value: line.replace(NOTE, "").trim(), note } };
}

function readRows(lines: readonly string[], from: number, { names, comma }: Header): WrittenLine[] {
  const rows: WrittenLine[] = [];
  for (let at = from; at < lines.length;) {
    if (saysNothing(lines[at] ?? "", comma)) {
      at += 1;
      continue;
    }
    const end = endOfRecord(lines, at);
    const fields = csvFields(lines.slice(at, end).join("\n"), comma);
    const said = fields?.map((field) => unguarded(field.trim()));
    rows.push({ line: at + 1, said: said && namedFields(names, said) });
    at = end;
  }
  return rows;
}

/** A comment, or a row whose cells were all emptied. One whose first cell is empty begins with a comma. */
function saysNothing(line: string, comma: string): boolean {
  return line.startsWith(comma) ? line.replaceAll(comma, "").trim() === "" : COMMENT.test(line);
}

/** Behind the last line of a record, which goes on while a quote is open. */
function endOfRecord(lines: readonly string[], from: number): number {
  let isOpen = false;
  const most = Math.min(lines.length, from + MOST_LINES);
  for (let at = from; at < most; at += 1) {
    const quotes = (lines[at] ?? "").split('"').length - 1;
    if (quotes % 2 === 1) isOpen = !isOpen;
    if (!isOpen) return at + 1;
  }
  return from + 1;
}
