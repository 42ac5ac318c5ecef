import type { Category } from "../../fusion/categories.ts";
import type { Finding, Format, Reading } from "../finding.ts";
import { parseObject, textIn, textsIn, type JsonObject } from "../json-fields.ts";
import { parseTime } from "../parse-time.ts";

/**
 * What is compared, and with what: one literal, or several in brackets. Brackets must not have a
 * backslash outside of quotes; otherwise a record with many open brackets would take quadratic time.
 */
const COMPARISON =
  /(ipv4-addr|ipv6-addr|domain-name|url|email-addr|autonomous-system):(?:value|number)(?:\s*=|\s+(?:IN|ISSUBSET))\s*('(?:[^'\\]|\\.)*'|\d+|\((?:'(?:[^'\\]|\\.)*'|[^'()\\])*\))/g;
const LITERAL = /'((?:[^'\\]|\\.)*)'|(\d+)/g;
/** Patterns that need several things to be true; one of them alone proves nothing. */
const CONJUNCTION = /\b(?:AND|FOLLOWEDBY)\b/;

const KINDS: Record<string, Finding["kind"]> = {
  "ipv4-addr": "ip",
  "ipv6-addr": "ip",
  "domain-name": "domain",
  url: "url",
  "email-addr": "email",
  "autonomous-system": "asn",
};

const WORDS: readonly (readonly [word: RegExp, category: Category])[] = [
  [/phish/i, "phishing"],
  [/\bc2\b|command-and-control|botnet/i, "c2"],
  [/malware|ransom|trojan/i, "malware"],
  [/exploit/i, "exploit"],
  [/scan/i, "scanner"],
  [/spam/i, "spam"],
  [/anonymi[sz]ation|proxy/i, "proxy"],
];

function read(record: string): Reading {
  const object = parseObject(record);
  if (object === undefined) return { bad: "The object is no JSON object." };
  if (object["type"] !== "indicator" || object["revoked"] === true) return undefined;
  if (isOver(textIn(object, "valid_until"))) return undefined;
  if (textsIn(object, "indicator_types").join() === "benign") return undefined;
  const pattern = textIn(object, "pattern");
  if (pattern === undefined) return { bad: "The indicator has no pattern." };
  const language = textIn(object, "pattern_type") ?? "stix";
  if (language !== "stix" || CONJUNCTION.test(outsideQuotes(pattern))) return undefined;
  const about = aboutOf(object);
  const findings = [...pattern.matchAll(COMPARISON)].flatMap(([, type = "", operand = ""]) =>
    literalsOf(operand).map((value): Finding => ({
      kind: KINDS[type] ?? "domain",
      value,
      ...about,
    })),
  );
  // Nothing for a pattern without such values: a bundle of file hashes is then empty, and is refused.
  return findings.length === 0 ? undefined : findings;
}

function literalsOf(operand: string): string[] {
  return [...operand.matchAll(LITERAL)].map(
    ([, quoted, number]) => number ?? (quoted ?? "").replace(/\\(.)/g, "$1"),
  );
}

/** Whether the producer has let it expire. */
function isOver(until: string | undefined): boolean {
  const end = parseTime(until);
  return end !== undefined && end * 1000 <= Date.now();
}

/** Empties quoted texts. One without an end goes to the last character, to keep the time linear. */
function outsideQuotes(pattern: string): string {
  return pattern.replace(/'(?:[^'\\]|\\.)*(?:'|\\?$)/gs, "''");
}

function aboutOf(object: JsonObject): Omit<Finding, "kind" | "value"> {
  const words = [...textsIn(object, "indicator_types"), ...textsIn(object, "labels")].join(" ");
  const { confidence } = object;
  const known = typeof confidence === "number" && confidence >= 0 && confidence <= 100;
  return {
    first: parseTime(textIn(object, "valid_from")),
    category: WORDS.find(([word]) => word.test(words))?.[1],
    weight: known ? confidence / 100 : undefined,
  };
}

/** A STIX 2.1 bundle: its indicators on addresses, domains, URLs, e-mails and ASNs. */
export const stixBundle: Format = { cut: [["objects", "*"]], open: () => read };
