import type { Category } from "../fusion/categories.ts";

/**
 * What a feed says of one indicator. `host` is an address or a domain; `ip` may be a block or a
 * range.
 */
export interface Finding {
  kind: "ip" | "host" | "domain" | "url" | "asn" | "email";
  value: string;
  /** Unix seconds. */
  first?: number | undefined;
  last?: number | undefined;
  /** Replaces the reliability of the source for this one, 0 to 1. */
  weight?: number | undefined;
  category?: Category | undefined;
  /** More words for the categories of the answer, such as the kinds of data in a breach. */
  more?: readonly string[] | undefined;
  family?: string | undefined;
  /** Named in the answer instead of the source's id, such as the name of a breach. */
  label?: string | undefined;
  /** All names below it are listed too. */
  below?: boolean | undefined;
}

/** A line that cannot be used, and why. */
export interface BadLine {
  bad: string;
}

/**
 * What a record of a feed says: one or more findings, why it is bad, or nothing (a comment, a
 * header).
 */
export type Reading = Finding | readonly (Finding | BadLine)[] | BadLine | undefined;

/** Reads the records of one file in order; it may remember the header. */
export type ReadRecord = (record: string) => Reading;

/** How a file is cut into records: at its line ends, or at these places of a JSON document. */
export type Cut = "lines" | readonly (readonly string[])[];

export interface Format {
  cut: Cut;
  open: () => ReadRecord;
}

/** The one or more findings of a record, as a list. */
export function partsOf(reading: NonNullable<Reading>): readonly (Finding | BadLine)[] {
  return "kind" in reading || "bad" in reading ? [reading] : reading;
}

export function isBad(reading: Reading): reading is BadLine {
  return reading !== undefined && "bad" in reading;
}
