export type Threat = "malicious" | "suspicious";

/** One row of a list for firewalls and resolvers. */
export interface ExportRow {
  value: string;
  /** `clean` is an exception below or above listed names; only the policy zone says so. */
  disposition: Threat | "clean";
  threatLevel: number;
  category: string;
  /** What look-ups of all names below a domain say at least; absent if that is nothing bad. */
  below?: Threat;
  /** The end of a tenant's entry, if it has one; Unix milliseconds. */
  until?: number;
}

export const EXPORT_KINDS = ["ip", "domain", "url"] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

/** Writes one line for each row, sorted, so that two lists can be compared line by line. */
export function writeList(rows: Iterable<ExportRow>): string {
  const lines = Array.from(rows, ({ value, disposition, threatLevel, category, below }) => {
    const line = `${value}\t${disposition[0]}\t${threatLevel}\t${category}`;
    return below === undefined ? `${line}\n` : `${line}\t${below[0]}\n`;
  });
  return lines.toSorted().join("");
}

/** Reads such a list, without what is only suspicious unless `withSuspicious`; exceptions stay. */
export function readList(text: string, withSuspicious: boolean): ExportRow[] {
  const threats: Readonly<Record<string, Threat | undefined>> = {
    m: "malicious",
    ...(withSuspicious && { s: "suspicious" }),
  };
  return text.split("\n").flatMap((line) => {
    const [value = "", letter = "", level, category = "", letterBelow = ""] = line.split("\t");
    const disposition = letter === "c" ? "clean" : threats[letter];
    if (disposition === undefined) return [];
    const row: ExportRow = { value, disposition, threatLevel: Number(level), category };
    const below = threats[letterBelow];
    return below === undefined ? row : { ...row, below };
  });
}
