import type { Format, Reading } from "../finding.ts";
import { parseObject, textIn } from "../json-fields.ts";
import { ipList, isComment } from "./plain-lists.ts";

/** DROP, EDROP and DROPv6: "block ; SBL" as text, or an object a line as published today. */
export const spamhausDrop: Format = {
  cut: "lines",
  open: () => {
    const readText = ipList.open();
    return (line) => (line.startsWith("{") ? readJson(line) : readText(line));
  },
};

function readJson(line: string): Reading {
  const entry = parseObject(line);
  if (entry === undefined) return { bad: "The line is no JSON object." };
  if (entry["type"] === "metadata") return undefined;
  const value = textIn(entry, "cidr");
  return value === undefined ? { bad: 'The entry has no "cidr".' } : { kind: "ip", value };
}

function readAsn(line: string): Reading {
  if (isComment(line)) return undefined;
  const entry = parseObject(line);
  if (entry === undefined) return { bad: "The line is no JSON object." };
  if (entry["type"] === "metadata") return undefined;
  const { asn } = entry;
  if (typeof asn !== "number") return { bad: 'The entry has no "asn".' };
  return { kind: "asn", value: String(asn) };
}

/** ASN-DROP: an object a line. */
export const asnDrop: Format = { cut: "lines", open: () => readAsn };
