import { isRefusal, refuse, type Refusal } from "../../http/index.ts";
import { formatIpv4 } from "../indicators/ipv4.ts";
import { formatIpv6, type Ipv6 } from "../indicators/ipv6.ts";
import { pathExpressions } from "../indicators/expressions.ts";
import type { Indicator, IndicatorType } from "../indicators/indicator.ts";
import { withoutBrackets } from "../indicators/ip.ts";
import { compareIpv6, parseIpRange, type IpRange } from "../indicators/ip-range.ts";
import { readIndicator } from "../indicators/read-indicator.ts";
import { refang } from "../indicators/refang.ts";

/** What an entry is about, in canonical form. */
export interface EntryValue {
  type: IndicatorType;
  value: string;
}

/** A number and nothing after it: "as123.example" is a domain. */
const ASN = /^asn?\s*[\d.]+$/i;
/** Malformed blocks match too: "1.2.3/99" is meant as a block, and not as a page at a host "1.2.3". */
const BLOCK = /^[\d.]+\/\d+$/;
const HAS_PATH = /^[a-z][a-z\d+.-]*:\/\/|\//i;

/** Reads what an entry is about. Without a type it is guessed. */
export function readEntry(written: string, type: IndicatorType | undefined): EntryValue | Refusal {
  const kind = type ?? guessType(written);
  if (kind === "ip") return readBlock(withoutBrackets(refang(written)));
  const indicator = readIndicator(kind, written, { underscore: true });
  if (isRefusal(indicator)) return atValue(indicator);
  return { type: kind, value: canonicalText(indicator) };
}

export function guessType(written: string): IndicatorType {
  const text = withoutBrackets(refang(written));
  if (BLOCK.test(text) || parseIpRange(text) !== undefined) return "ip";
  if (ASN.test(text)) return "asn";
  if (HAS_PATH.test(text)) return "url";
  return text.includes("@") ? "email" : "domain";
}

export function canonicalText(indicator: Indicator): string {
  switch (indicator.type) {
    case "url": {
      const [longest = "/"] = pathExpressions(indicator.address);
      return indicator.address.host.text + longest;
    }
    case "domain":
      return indicator.name;
    case "email":
      return indicator.email.text;
    case "asn":
      return String(indicator.asn);
    default:
      return indicator.host.text;
  }
}

function readBlock(text: string): EntryValue | Refusal {
  const range = parseIpRange(text);
  if (range !== undefined) return { type: "ip", value: textOf(range) };
  const message = '"value" must be an IP address, a block or a range.';
  return atValue(refuse(400, "invalid_request", message));
}

/**
 * Adds a detail whose message does not repeat the field's name, because a detail has it as its
 * path.
 */
function atValue(refusal: Refusal): Refusal {
  const message = refusal.message.replace(/^"value" /, "").replace(/\.$/, "");
  return { ...refusal, details: [{ path: "value", message }] };
}

function textOf(range: IpRange): string {
  const { first, last } = range.family === 4 ? ends4(range.first, range.last) : ends6(range);
  return first === last ? first : `${first}-${last}`;
}

function ends4(first: number, last: number) {
  return { first: formatIpv4(first), last: formatIpv4(last) };
}

function ends6({ first, last }: { first: Ipv6; last: Ipv6 }) {
  const start = formatIpv6(first);
  return { first: start, last: compareIpv6(first, last) === 0 ? start : formatIpv6(last) };
}
