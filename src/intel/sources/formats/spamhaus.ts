import type { Format, Reading } from "../finding.ts";
import { parseObject, textIn, type JsonObject } from "../json-fields.ts";
import { ipList, isComment } from "./plain-lists.ts";

const NUMBER = /^\d+$/;

/** DROP, EDROP and DROPv6: "block ; SBL" as text, or an object a line as published today. */
export const spamhausDrop: Format = {
  cut: "lines",
  open: () => {
    const readText = ipList.open();
    return (line) => (/^\s*\{/.test(line) ? readEntry(line, blockOf) : readText(line));
  },
};

/** ASN-DROP: an object a line. */
export const asnDrop: Format = {
  cut: "lines",
  open: () => (line) => (isComment(line) ? undefined : readEntry(line, asnOf)),
};

function readEntry(line: string, read: (entry: JsonObject) => Reading): Reading {
  const entry = parseObject(line);
  if (entry === undefined) return { bad: "The line is no JSON object." };
  // Skips the line in which the list describes itself.
  return entry["type"] === "metadata" ? undefined : read(entry);
}

function blockOf(entry: JsonObject): Reading {
  const value = textIn(entry, "cidr");
  return value === undefined ? { bad: 'The entry has no "cidr".' } : { kind: "ip", value };
}

function asnOf({ asn }: JsonObject): Reading {
  const value = typeof asn === "number" ? String(asn) : asn;
  if (typeof value !== "string" || !NUMBER.test(value)) return { bad: 'The entry has no "asn".' };
  return { kind: "asn", value };
}
