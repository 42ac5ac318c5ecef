const QUOTE = '"';

/** The fields of a line of CSV (RFC 4180); undefined if a quote stays open. */
export function csvFields(line: string, comma = ","): string[] | undefined {
  if (!line.includes(QUOTE)) return line.split(comma);
  const fields: string[] = [];
  let at = 0;
  for (;;) {
    const start = at + blanksAt(line, at);
    if (line[start] === QUOTE) {
      const end = closingQuote(line, start + 1);
      if (end === undefined) return undefined;
      fields.push(line.slice(start + 1, end).replaceAll('""', QUOTE));
      at = line.indexOf(comma, end + 1);
    } else {
      const next = line.indexOf(comma, at);
      fields.push(line.slice(at, next < 0 ? undefined : next));
      at = next;
    }
    if (at < 0) return fields;
    at += 1;
  }
}

function blanksAt(line: string, from: number): number {
  let at = from;
  while (line[at] === " ") at += 1;
  return at - from;
}

function closingQuote(line: string, from: number): number | undefined {
  for (let at = line.indexOf(QUOTE, from); at >= 0; at = line.indexOf(QUOTE, at + 2)) {
    if (line[at + 1] !== QUOTE) return at;
  }
  return undefined;
}

export type CsvRow = Readonly<Record<string, string | undefined>>;

/** Names the fields of a line by the columns of its file. */
export function namedFields(columns: readonly string[], fields: readonly string[]): CsvRow {
  const row: Record<string, string | undefined> = {};
  for (const [at, column] of columns.entries()) row[column] = fields[at]?.trim();
  return row;
}
