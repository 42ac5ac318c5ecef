import type { BadLine, Finding, Format, Reading } from "../finding.ts";

const COMMENT = /^\s*(?:[#;!]|\/\/)|^\s*$/;
const TOKEN = /^\s*"?([^\s,;#"]+)/;
/** Some lists write their ranges with blanks, "192.0.2.0 - 192.0.2.255". */
const SPACED_RANGE = /^\s*(\d[\d.]*)\s+-\s+(\d{1,3}(?:\.\d{1,3}){3})(?![\d.])/;
const ADBLOCK = /^\|\|([^/^$]+)\^.*$/;
const WILDCARD = /^(?:\*\.|\.)/;

export function isComment(line: string): boolean {
  return COMMENT.test(line);
}

/** The first word of a line; what follows it in these lists is a note. */
function firstWord(line: string): string | BadLine {
  return TOKEN.exec(line)?.[1] ?? { bad: "The line has no value." };
}

const asItIs = (text: string) => text;

function listOf(kind: Finding["kind"], clean = asItIs, prepare = asItIs): Format {
  const read = (line: string): Reading => {
    if (isComment(line)) return undefined;
    const word = firstWord(prepare(line));
    return typeof word === "string" ? { kind, value: clean(word) } : word;
  };
  return { cut: "lines", open: () => read };
}

/** Addresses, blocks (CIDR) and ranges, one a line. */
export const ipList: Format = listOf("ip", asItIs, (line) => line.replace(SPACED_RANGE, "$1-$2"));

/** Domains, with or without a wildcard, also as ad blockers write them. */
export const domainList: Format = listOf("domain", (word) =>
  word.replace(ADBLOCK, "$1").replace(WILDCARD, ""),
);

export const asnList: Format = listOf("asn");
export const emailList: Format = listOf("email");

/** A URL may hold what elsewhere begins a note, so the whole line counts. */
export const urlList: Format = {
  cut: "lines",
  open: () => (line) => (isComment(line) ? undefined : { kind: "url", value: line.trim() }),
};
