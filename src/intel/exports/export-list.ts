/** One row of a list for firewalls and resolvers. */
export interface ExportRow {
  value: string;
  disposition: "malicious" | "suspicious";
  threatLevel: number;
  category: string;
  /** The end of a tenant's entry, if it has one; Unix milliseconds. */
  until?: number;
}

export const EXPORT_KINDS = ["ip", "domain", "url"] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

const LETTERS = { m: "malicious", s: "suspicious" } as const;

/** Writes one line for each row, sorted, so that two lists can be compared line by line. */
export function writeList(rows: Iterable<ExportRow>): string {
  const lines = Array.from(
    rows,
    ({ value, disposition, threatLevel, category }) =>
      `${value}\t${disposition === "malicious" ? "m" : "s"}\t${threatLevel}\t${category}\n`,
  );
  return lines.toSorted().join("");
}

export function readList(text: string): ExportRow[] {
  return text.split("\n").flatMap((line) => {
    const [value, letter, level, category = ""] = line.split("\t");
    if (value === undefined || (letter !== "m" && letter !== "s")) return [];
    return [{ value, disposition: LETTERS[letter], threatLevel: Number(level), category }];
  });
}
