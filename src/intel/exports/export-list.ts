import type { Disposition } from "../fusion/fuse.ts";

/** One row of a list for firewalls and resolvers. */
export interface ExportRow {
  value: string;
  disposition: "malicious" | "suspicious";
  threatLevel: number;
  category: string;
  /** What look-ups of all names below a domain say at least; absent if that is unknown. */
  below?: Disposition;
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

/** Reads such a list, without what is only suspicious unless `withSuspicious`. */
export function readList(text: string, withSuspicious: boolean): ExportRow[] {
  const byLetter: Readonly<Record<string, ExportRow["disposition"] | undefined>> = {
    m: "malicious",
    ...(withSuspicious && { s: "suspicious" }),
  };
  return text.split("\n").flatMap((line) => {
    const [value = "", letter = "", level, category = "", letterBelow = ""] = line.split("\t");
    const disposition = byLetter[letter];
    if (disposition === undefined) return [];
    const row = { value, disposition, threatLevel: Number(level), category };
    const below = byLetter[letterBelow];
    return below === undefined ? row : { ...row, below };
  });
}
