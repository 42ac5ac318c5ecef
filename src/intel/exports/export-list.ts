/** One row of a list for firewalls and resolvers. */
export interface ExportRow {
  value: string;
  disposition: "malicious" | "suspicious";
  threatLevel: number;
  category: string;
  /** What look-ups of all names below a domain say at least; absent if that is neither. */
  below?: ExportRow["disposition"];
  /** The end of a tenant's entry, if it has one; Unix milliseconds. */
  until?: number;
}

export const EXPORT_KINDS = ["ip", "domain", "url"] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

const LETTERS = { malicious: "m", suspicious: "s" } as const;
const DISPOSITIONS = new Map(
  (["malicious", "suspicious"] as const).map((one) => [LETTERS[one] as string, one]),
);

/** Writes one line for each row, sorted, so that two lists can be compared line by line. */
export function writeList(rows: Iterable<ExportRow>): string {
  const lines = Array.from(rows, (row) => `${fieldsOf(row).join("\t")}\n`);
  return lines.toSorted().join("");
}

function fieldsOf({ value, disposition, threatLevel, category, below }: ExportRow) {
  const fields = [value, LETTERS[disposition], threatLevel, category];
  return below === undefined ? fields : [...fields, LETTERS[below]];
}

export function readList(text: string): ExportRow[] {
  return text.split("\n").flatMap((line) => {
    const [value, letter = "", level, category = "", letterBelow = ""] = line.split("\t");
    const disposition = DISPOSITIONS.get(letter);
    if (value === undefined || disposition === undefined) return [];
    const row = { value, disposition, threatLevel: Number(level), category };
    const below = DISPOSITIONS.get(letterBelow);
    return below === undefined ? row : { ...row, below };
  });
}
