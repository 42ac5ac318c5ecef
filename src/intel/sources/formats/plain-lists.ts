import type { BadLine, Finding, Format } from "../finding.ts";
import { PolicyZone } from "./policy-zone.ts";

const COMMENT = /^\s*(?:[#;!]|\/\/)|^\s*$/;
const TOKEN = /^\s*"?([^\s,;#"]+)/;
/** Some lists write their ranges with blanks, "192.0.2.0 - 192.0.2.255". */
const SPACED_RANGE = /^\s*(\d[\d.]*)\s+-\s+(\d{1,3}(?:\.\d{1,3}){3})(?![\d.])/;
const ADBLOCK = /^\|\|([^/^$]+)\^.*$/;
/** The head of a list for ad blockers, an exception, and what only hides or changes a part of a page. */
const BLOCKS_NOTHING = /^(?:\[Adblock|@@|[^\s#]*(?:#@?[$?%]{0,2}#|\$@?\$))/i;
/** A rule that is taken back, or holds for some pages or clients alone, or changes what is fetched. */
const NARROWED = /^\|\|[^/^$]+\^\|?\$(?:.*,)?(?:badfilter(?:,|$)|[~\w-]+=)/;
const WILDCARD = /^(?:\*\.|\.)/;
/** What some lists name their first column, above all values. */
const COLUMN =
  /^(?:(?:src|dst|dest)_?)?(?:ip(?:_?addr(?:ess)?)?|ipv[46]|address|network|cidr|prefix|range|domain(?:[_ ]?name)?|host(?:_?name)?|fqdn|urls?|uri|asn|e-?mail|ioc(?:_value)?|indicator|value)$/i;

export function isComment(line: string): boolean {
  return COMMENT.test(line);
}

/** The first word of a line; the rest is a note. */
function firstWord(line: string): string | BadLine {
  return TOKEN.exec(line)?.[1] ?? { bad: "The line has no value." };
}

type Find = (word: string) => Finding;

function listOf(find: Find, prepare = (line: string) => line): Format {
  return {
    cut: "lines",
    open: () => {
      const isName = firstOnly();
      return (line) => {
        const prepared = prepare(line);
        if (isComment(prepared)) return undefined;
        const word = firstWord(prepared);
        if (typeof word !== "string") return word;
        return isName(word) ? undefined : find(word);
      };
    },
  };
}

/** Whether a word is the name of a column, which only the first of a file may be. */
function firstOnly(): (word: string) => boolean {
  let isFirst = true;
  return (word) => {
    const isName = isFirst && COLUMN.test(word);
    isFirst = false;
    return isName;
  };
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
    const isName = firstOnly();
    return (line) => {
      const said = zone.take(line);
      if (typeof said !== "string") return said;
      if (isComment(said) || BLOCKS_NOTHING.test(said) || NARROWED.test(said)) return undefined;
      const word = firstWord(said);
      if (typeof word !== "string") return word;
      return isName(word) ? undefined : domainIn(word);
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
  open: () => {
    const isName = firstOnly();
    return (line) => {
      const value = line.trim();
      return isComment(line) || isName(value) ? undefined : { kind: "url", value };
    };
  },
};
