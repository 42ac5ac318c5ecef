import { unguarded } from "../../http/index.ts";
import { csvFields, namedFields, type CsvRow } from "../sources/csv.ts";
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

/** Reads a list of entries: a value a line, or a CSV whose header has the column "value". */
export function readLines(text: string): WrittenLine[] {
  const lines = text.replace(/^\uFEFF/, "").split("\n");
  const first = lines.findIndex((line) => !COMMENT.test(line));
  const header = csvFields(lines[first]?.trimEnd() ?? "")?.map((name) => name.trim().toLowerCase());
  if (header?.includes("value") === true) {
    const names = header.map((name) => COLUMNS.find((known) => known.toLowerCase() === name) ?? "");
    return readRows(lines, first + 1, names);
  }
  return lines.flatMap((line, at) => (COMMENT.test(line) ? [] : [readPlain(line, at + 1)]));
}

function readPlain(written: string, number: number): WrittenLine {
  const line = written.trim();
  const note = NOTE.exec(line)?.[1]?.trim();
  return { line: number, said: { value: line.replace(NOTE, "").trim(), note } };
}

function readRows(lines: readonly string[], from: number, names: readonly string[]): WrittenLine[] {
  const rows: WrittenLine[] = [];
  for (let at = from; at < lines.length;) {
    if (COMMENT.test(lines[at] ?? "")) {
      at += 1;
      continue;
    }
    const end = endOfRecord(lines, at);
    const fields = csvFields(lines.slice(at, end).join("\n"));
    const said = fields?.map((field) => unguarded(field.trim()));
    rows.push({ line: at + 1, said: said && namedFields(names, said) });
    at = end;
  }
  return rows;
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
