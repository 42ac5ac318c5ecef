import { CsvLines } from "../csv-lines.ts";
import { csvFields, namedFields, type CsvRow } from "../csv.ts";
import { partsOf, type Format, type Reading, type ReadRecord } from "../finding.ts";
import { parseTime } from "../parse-time.ts";
import { isComment } from "./plain-lists.ts";

/** JPCERT/CC writes times of Japan. */
const JAPAN_MINUTES = 9 * 60;
const UNVERIFIED = 0.5;
const EXPOSURE_CLASSES = /[;|]/;

const UNCLOSED = { bad: "A quote is not closed." };

/** Values (numbers, times, URLs), as opposed to names of columns. */
const VALUE = /^\s*\d|:\/\//;

/** The sign of a comment before the names of columns, as abuse.ch writes them. */
const COMMENT_SIGN = /^\s*[#;]+\s*/;

/**
 * Reads lines by the names of their columns. If the first line, or a comment above it, has the column
 * that a header must have, it is the header; otherwise the given columns count.
 */
export function columnReader(
  columns: readonly string[],
  mark: string,
  read: (row: CsvRow) => Reading,
): ReadRecord {
  let named = columns;
  let isFirst = true;
  const lines = new CsvLines();
  const readFields = (fields: readonly string[]): Reading => {
    const mayBeHeader = isFirst;
    isFirst = false;
    if (mayBeHeader && isHeader(fields, mark)) {
      named = fields.map(lowered);
      return undefined;
    }
    if (fields.length < named.length)
      return { bad: `The line has fewer than ${named.length} fields.` };
    return read(namedFields(named, fields));
  };
  return (line) => {
    if (!lines.isOpen && isComment(line)) {
      const fields = (isFirst && csvFields(line.replace(COMMENT_SIGN, ""))) || [];
      // Publishers add columns; a shorter one only tells of some.
      if (fields.length >= columns.length && isHeader(fields, mark)) named = fields.map(lowered);
      return undefined;
    }
    const { fields, isLost } = lines.take(line, named.length);
    const lost = isLost ? UNCLOSED : undefined;
    if (fields === undefined) return lost;
    const reading = readFields(fields);
    return lost && reading ? [lost, ...partsOf(reading)] : reading;
  };
}

function isHeader(fields: readonly string[], mark: string): boolean {
  return (
    fields.some((field) => lowered(field) === mark) && !fields.some((field) => VALUE.test(field))
  );
}

function lowered(field: string): string {
  return field.trim().toLowerCase();
}

function filledIn(row: CsvRow, column: string): string | undefined {
  const value = row[column];
  return value === "" ? undefined : value;
}

function readUrlhausFilter(row: CsvRow): Reading {
  const { host, path = "", updated } = row;
  if (host === undefined || host === "") return { bad: "The line has no host." };
  if (path !== "" && !path.startsWith("/")) return { bad: "The path does not begin with /." };
  const last = parseTime(updated);
  if (path === "") return { kind: "host", value: host, last };
  return { kind: "url", value: `http://${host}${path}`, last };
}

/** urlhaus-filter: host, path (none for a whole host), message, time. */
export const urlhausFilter: Format = {
  cut: "lines",
  open: () => columnReader(["host", "path", "message", "updated"], "host", readUrlhausFilter),
};

function readPhishtank(row: CsvRow): Reading {
  const value = filledIn(row, "url");
  if (value === undefined) return { bad: "The line has no url." };
  return {
    kind: "url",
    value,
    first: parseTime(row["submission_time"]),
    last: parseTime(row["verification_time"]),
    weight: row["verified"] === "yes" ? undefined : UNVERIFIED,
  };
}

const PHISHTANK = [
  "phish_id",
  "url",
  "phish_detail_url",
  "submission_time",
  "verified",
  "verification_time",
  "online",
  "target",
];

export const phishtank: Format = {
  cut: "lines",
  open: () => columnReader(PHISHTANK, "phish_id", readPhishtank),
};

function readJpcert(row: CsvRow): Reading {
  const value = filledIn(row, "url");
  if (value === undefined) return { bad: "The line has no URL." };
  return { kind: "url", value, first: parseTime(row["date"], JAPAN_MINUTES) };
}

/** JPCERT/CC's phishing URLs: date, URL, the brand that is imitated. */
export const jpcert: Format = {
  cut: "lines",
  open: () => columnReader(["date", "url", "description"], "url", readJpcert),
};

function readBadAsn(row: CsvRow): Reading {
  const value = filledIn(row, "asn");
  return value === undefined ? { bad: "The line has no ASN." } : { kind: "asn", value };
}

/** ASN, name. */
export const asnCsv: Format = {
  cut: "lines",
  open: () => columnReader(["asn", "entity"], "asn", readBadAsn),
};

function readExposure(row: CsvRow): Reading {
  const value = filledIn(row, "indicator");
  const label = filledIn(row, "breach");
  if (value === undefined || label === undefined) {
    return { bad: "The line has no indicator or no breach." };
  }
  const kind = value.includes("@") ? "email" : "host";
  const more = filledIn(row, "classes")
    ?.split(EXPOSURE_CLASSES)
    .map((name) => name.trim());
  return { kind, value, label, more, first: parseTime(row["date"]) };
}

/** Findings in breaches: indicator (e-mail, domain or IP), breach, date, kinds of data. */
export const exposures: Format = {
  cut: "lines",
  open: () => columnReader(["indicator", "breach", "date", "classes"], "indicator", readExposure),
};
