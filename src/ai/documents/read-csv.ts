import type { Refusal } from "../../http/index.ts";
import { Lines } from "./lines.ts";

const MAX_ROWS = 20_000;

/** Each row becomes a line of "column: value", so that a piece of it says what it is about. */
export function readCsv(text: string): string | Refusal {
  const [header = [], ...rows] = parseCsv(text);
  const lines = new Lines();
  for (const row of rows) {
    const said = row
      .map((value, at) => [header[at]?.trim() ?? "", value.trim()] as const)
      .filter(([, value]) => value !== "")
      .map(([name, value]) => (name === "" ? value : `${name}: ${value}`))
      .join("; ");
    if (said !== "") lines.add(said);
    if (lines.full) break;
  }
  return lines.read();
}

/** RFC 4180, with comma or semicolon, whichever the first line has more of. */
export function parseCsv(text: string): string[][] {
  const first = text.slice(0, Math.max(0, text.search(/\r?\n|$/)));
  const comma = first.split(";").length > first.split(",").length ? ";" : ",";
  const rows: string[][] = [];
  let row: string[] = [];
  let value = "";
  let quoted = false;
  for (let at = 0; at < text.length && rows.length < MAX_ROWS; at += 1) {
    const letter = text[at] ?? "";
    if (quoted) {
      if (letter !== '"') value += letter;
      else if (text[at + 1] === '"') {
        value += '"';
        at += 1;
      } else quoted = false;
    } else if (letter === '"' && value === "") quoted = true;
    else if (letter === comma) {
      row.push(value);
      value = "";
    } else if (letter === "\n") {
      rows.push([...row, value]);
      row = [];
      value = "";
    } else if (letter !== "\r") value += letter;
  }
  if (value !== "" || row.length > 0) rows.push([...row, value]);
  return rows;
}
