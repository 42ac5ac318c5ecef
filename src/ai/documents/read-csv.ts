import type { Refusal } from "../../http/index.ts";
import { Lines } from "./lines.ts";

/** Turns each row into a line of "column: value", so that each piece says what it is about. */
export function readCsv(text: string): string | Refusal {
  const lines = new Lines();
  let header: string[] | undefined;
  for (const row of parseCsv(text)) {
    if (header === undefined) {
      header = row.map((name) => name.trim());
      continue;
    }
    const names = header;
    const said = row
      .map((value, at) => [names[at] ?? "", value.trim()] as const)
      .filter(([, value]) => value !== "")
      .map(([name, value]) => (name === "" ? value : `${name}: ${value}`))
      .join("; ");
    if (said !== "") lines.add(said);
    if (lines.full) break;
  }
  return lines.read();
}

/** Parses CSV by RFC 4180, separated by commas or semicolons, whichever the first line has more of. */
export function* parseCsv(text: string): Generator<string[]> {
  const first = text.slice(0, Math.max(0, text.search(/\r?\n|$/)));
  const comma = first.split(";").length > first.split(",").length ? ";" : ",";
  let row: string[] = [];
  let value = "";
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
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
      yield [...row, value];
      row = [];
      value = "";
    } else if (letter !== "\r") value += letter;
  }
  if (value !== "" || row.length > 0) yield [...row, value];
}
