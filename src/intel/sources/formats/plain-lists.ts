import type { BadLine, Finding, Format, Reading } from "../finding.ts";
import { PolicyZone } from "./policy-zone.ts";

const COMMENT = /^\s*(?:[#;!]|\/\/)|^\s*$/;
const TOKEN = /^\s*"?([^\s,;#"]+)/;
/** Some lists write their ranges with blanks, "192.0.2.0 - 192.0.2.255". */
const SPACED_RANGE = /^\s*(\d[\d.]*)\s+-\s+(\d{1,3}(?:\.\d{1,3}){3})(?![\d.])/;
const ADBLOCK = /^\|\|([^/^$]+)\^.*$/;
const WILDCARD = /^(?:\*\.|\.)/;
export function isComment(line: string): boolean {
  return COMMENT.test(line);
}

/** The first word of a line; the rest is a note. */
function firstWord(line: string): string | BadLine {
  return TOKEN.exec(line)?.[1] ?? { bad: "The line has no value." };
}

type Find = (word: string) => Finding;

function listOf(find: Find, prepare = (line: string) => line): Format {
  const read = (line: string): Reading => {
    const prepared = prepare(line);
    if (isComment(prepared)) return undefined;
    const word = firstWord(prepared);
    return typeof word === "string" ? find(word) : word;
  };
  return { cut: "lines", open: () => read };
}

function ofKind(kind: Finding["kind"]): Find {
  return (value) => ({ kind, value });
}

/** Addresses, blocks (CIDR) and ranges, one a line. */
export const ipList: Format = listOf(ofKind("ip"), (line) => line.replace(SPACED_RANGE, "$1-$2"));

/**
 * Domains, also as a response policy zone. With a wildcard, or in the syntax of ad blockers, all names
 * below are meant too.
 */
export const domainList: Format = {
  cut: "lines",
  open: () => {
    const zone = new PolicyZone();
    return (line) => {
      const said = zone.take(line);
      if (typeof said !== "string") return said;
      if (isComment(said)) return undefined;
      const word = firstWord(said);
      return typeof word === "string" ? domainIn(word) : word;
    };
  },
};

function domainIn(word: string): Finding {
  const value = word.replace(ADBLOCK, "$1").replace(WILDCARD, "");
  return { kind: "domain", value, ...(value !== word && { below: true }) };
}

export const asnList: Format = listOf(ofKind("asn"));
export const emailList: Format = listOf(ofKind("email"));

/** The whole line is the URL, because a URL may have signs that begin a note elsewhere. */
export const urlList: Format = {
  cut: "lines",
  open: () => (line) => (isComment(line) ? undefined : { kind: "url", value: line.trim() }),
};
