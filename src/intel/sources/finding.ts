import type { Category } from "../fusion/categories.ts";

/**
 * What a feed says of one indicator, as written there. `host` is an address or a domain, whichever
 * it turns out to be; `ip` may be a block or a range.
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
  /** Further words for the answer's categories, such as the classes of data in a breach. */
  more?: readonly string[] | undefined;
  family?: string | undefined;
  /** Stands in the answer's sources instead of the source's id, such as the name of a breach. */
  label?: string | undefined;
  /** All names below it are listed with it. */
  below?: boolean | undefined;
}

/** A line that says nothing usable, and why. */
export interface BadLine {
  bad: string;
}

/** One record of a feed: what it says, a reason against it, or nothing (a comment, a header). */
export type Reading = Finding | readonly (Finding | BadLine)[] | BadLine | undefined;

/** Reads the records of one file in turn, and may learn from the header that goes by. */
export type ReadRecord = (record: string) => Reading;

/** How a file is cut into records: at its line ends, or at these places of a JSON document. */
export type Cut = "lines" | readonly (readonly string[])[];

export interface Format {
  cut: Cut;
  open: () => ReadRecord;
}

/** The one thing or the several that a record says. */
export function partsOf(reading: NonNullable<Reading>): readonly (Finding | BadLine)[] {
  return "kind" in reading || "bad" in reading ? [reading] : reading;
}

export function isBad(reading: Reading): reading is BadLine {
  return reading !== undefined && "bad" in reading;
}
