import { parseJson } from "../../../http/index.ts";
import type { Finding, Format, Reading } from "../finding.ts";
import { parseObject, textIn } from "../json-fields.ts";
import { parseTime } from "../parse-time.ts";

/** An address or a block of them, IPv4 or, where a colon comes, IPv6. */
const ADDRESS = /^(?:\d+\.\d+\.\d+\.\d+|(?=[\da-f.]*:)[\da-f:.]+)(?:\/\d{1,3})?$/i;

function readEntry(record: string): Reading {
  const value = textOf(record);
  if (value === undefined) return { bad: "The entry is no text." };
  if (ADDRESS.test(value)) return { kind: "ip", value };
  return { kind: "domain", value: value.replace(/^\./, "") };
}

function textOf(record: string): string | undefined {
  const value = parseJson(record);
  return typeof value === "string" ? value : undefined;
}

/** A MISP warninglist: domains, or addresses and blocks. */
export const mispWarninglist: Format = { cut: [["list", "*"]], open: () => readEntry };

const KINDS: Readonly<Record<string, Finding["kind"] | undefined>> = {
  "ip-src": "ip",
  "ip-dst": "ip",
  "ip-src|port": "ip",
  "ip-dst|port": "ip",
  domain: "domain",
  hostname: "domain",
  "hostname|port": "domain",
  "domain|ip": "domain",
  url: "url",
  uri: "url",
  "email-src": "email",
  "email-dst": "email",
  email: "email",
  AS: "asn",
};

/** Older servers write a flag as a number or its text. */
const YES: readonly unknown[] = [true, 1, "1"];
const NO: readonly unknown[] = [false, 0, "0"];

function readAttribute(record: string): Reading {
  const attribute = parseObject(record);
  if (attribute === undefined) return { bad: "The attribute is no JSON object." };
  const type = textIn(attribute, "type") ?? "";
  const kind = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
  if (kind === undefined || NO.includes(attribute["to_ids"])) return undefined;
  if (YES.includes(attribute["deleted"])) return undefined;
  const written = textIn(attribute, "value") ?? "";
  if (type === "uri" && written.startsWith("/")) return undefined;
  // Only composite types have two values with a bar between; in a URL it is a character like any other.
  const [value, second] = type.includes("|") ? written.split("|") : [written];
  if (value === undefined || value === "") return { bad: "The attribute has no value." };
  const times = {
    first: parseTime(textIn(attribute, "first_seen")) ?? stampOf(attribute["timestamp"]),
    last: parseTime(textIn(attribute, "last_seen")),
  };
  const main: Finding = { kind, value, ...times };
  if (type !== "domain|ip" || second === undefined) return main;
  return [main, { kind: "ip", value: second, ...times }];
}

/** MISP writes a Unix time as text. */
function stampOf(value: unknown): number | undefined {
  const seconds = Number(value);
  return Number.isInteger(seconds) && seconds > 0 ? seconds : undefined;
}

const WITHIN = [
  ["Attribute", "*"],
  ["Object", "*", "Attribute", "*"],
];

/** The events of a MISP feed: one event, many of them, or the answer of a search. */
export const mispFeed: Format = {
  cut: [
    ...[["Event"], ["response", "*", "Event"], ["*", "Event"]].flatMap((event) =>
      WITHIN.map((place) => [...event, ...place]),
    ),
    ["response", "Attribute", "*"],
  ],
  open: () => readAttribute,
};
