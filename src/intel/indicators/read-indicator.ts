import { isRefusal, refuse, type Refusal } from "../../http/index.ts";
import { isLonger } from "../../platform/index.ts";
import { asOpened } from "./as-opened.ts";
import { parseAsn } from "./asn.ts";
import { notADomain, parseDomain } from "./domain.ts";
import { parseEmail } from "./email.ts";
import type { Indicator, IndicatorType } from "./indicator.ts";
import { hostOfIpv6 } from "./host.ts";
import { notAnIp, parseIp } from "./ip.ts";
import { parseIpv6 } from "./ipv6.ts";
import { refang } from "./refang.ts";
import { parseUrl, type ParsedUrl } from "./url.ts";
import { wrappedUrls } from "./wrapped-url.ts";

export const MAX_VALUE = 2048;
/** Hardly any URL looks like this, so few are parsed twice. */
const LIKE_IPV6 = /^[\da-f]{0,4}:[\da-f:.]+$/i;
const OTHER_TYPES = "; type=ip takes an address, type=email an e-mail";

interface ReadOptions {
  /** Takes names with underscores, which are for services (RFC 2782). */
  underscore?: boolean;
  /** The module takes an ASN too. */
  asnToo?: boolean;
  /** The module takes an address or an e-mail too, each by its type. */
  emailToo?: boolean;
  /** Takes any length: the value is from a message, which has a limit of its own. */
  long?: boolean;
}

/** Turns what a caller wrote into an indicator, or says what is wrong with it. */
export function readIndicator(
  type: IndicatorType,
  written: string,
  options: ReadOptions = {},
): Indicator | Refusal {
  const trimmed = written.trim();
  const isTooLong = options.long !== true && isLonger(trimmed, MAX_VALUE);
  const text = isTooLong ? "" : refang(trimmed);
  if (text === "") {
    return refuse(400, "invalid_request", `"value" must have 1 to ${MAX_VALUE} characters.`);
  }
  return READERS[type](text, options, trimmed);
}

type Reader = (text: string, options: ReadOptions, written: string) => Indicator | Refusal;

const READERS: Record<IndicatorType, Reader> = {
  url: (text, _options, written) => readUrl(text, written),
  domain: (text, { underscore = false, emailToo = false }) => {
    const name = parseDomain(text, { underscore });
    if (isRefusal(name)) return emailToo ? notADomain(OTHER_TYPES) : name;
    return { type: "domain", value: name, name };
  },
  ip: (text, { asnToo = false }) => {
    const host = parseIp(text);
    return host === undefined ? notAnIp(asnToo) : { type: "ip", value: text.toLowerCase(), host };
  },
  asn: (text) => {
    const asn = parseAsn(text);
    return asn === undefined ? notAnAsn() : { type: "asn", value: `AS${asn}`, asn };
  },
  email: (text) => {
    const email = parseEmail(text);
    return isRefusal(email) ? email : { type: "email", value: email.text, email };
  },
};

function readUrl(text: string, written: string): Indicator | Refusal {
  const harmless = parseBareIpv6(text) ?? parseUrl(text);
  const opened = text === written ? undefined : asOpened(written);
  // If the refanged text is no URL, the text as written may be one.
  const parsed = isRefusal(harmless) ? (opened ?? harmless) : harmless;
  if (isRefusal(parsed)) return parsed;
  const { host, path, query } = parsed;
  const inner = wrappedUrls(parsed);
  const isOther = opened && (opened.host.text !== host.text || opened.path !== path);
  return {
    type: "url",
    value: parsed.echo,
    address: { host, path, query },
    inner: isOther ? [...inner, opened, ...wrappedUrls(opened)] : inner,
  };
}

/** An IPv6 address alone, without brackets. Before a port or a path it needs them. */
function parseBareIpv6(text: string): ParsedUrl | undefined {
  const address = LIKE_IPV6.test(text) ? parseIpv6(text) : undefined;
  if (address === undefined) return undefined;
  const host = hostOfIpv6(address);
  return { host, path: "/", query: undefined, echo: text.toLowerCase(), rest: "" };
}

function notAnAsn(): Refusal {
  return refuse(400, "invalid_request", '"value" must be an ASN from 0 to 4294967295, as AS123.');
}
