import { isRefusal } from "../../http/index.ts";
import { parseAsn } from "../indicators/asn.ts";
import { parseDomain } from "../indicators/domain.ts";
import { parseEmail } from "../indicators/email.ts";
import type { Host } from "../indicators/host.ts";
import { parseIp } from "../indicators/ip.ts";
import { parseIpRange, type IpRange } from "../indicators/ip-range.ts";
import { refang } from "../indicators/refang.ts";
import { parseUrl } from "../indicators/url.ts";
import type { Key } from "../keys/hash-text.ts";
import { hashOfHost, keyOfAddress, nameKey, witnessOf } from "../keys/keys.ts";
import { mailKey } from "../keys/mail-key.ts";
import type { Finding } from "../sources/finding.ts";
import { isPublicEnding } from "../suffixes/registrable.ts";
import type { SegmentBuilder } from "./segment-builder.ts";
import { NO_WEIGHT, type Row } from "./table.ts";

/** Longer than a value that can be looked up, because the host of a long URL is still worth knowing. */
const MAX_LISTED = 16_384;
/** Limits for words beside a value, which stay in memory and are answered in look-ups. */
const MAX_SAID = 200;
const MAX_SAID_MORE = 100;
/** A wider block in a threat list is taken for an error. */
const WIDEST_IPV4 = 2 ** 24;
const WIDEST_IPV6_BITS = 16;

/**
 * A URL with a scheme, or a host of several parts and what may follow; not a line with other
 * fields.
 */
const LISTED_URL = /^(?:[a-z][a-z\d+.-]*:[/\\]|(?=[^\s,;@/?#.:]*[.:])[^\s,;@/?#]+(?:[/?#]\S*)?$)/i;

/** An address with a port or in brackets, as in lists of servers. */
const SERVER = /^(?:([\d.]+)|\[([^\]]*)\])(?::\d{1,5})?$/;

/** A host with a port, which says of the host what it says of its server. */
const WITH_PORT = /^([^\s:/[\]]+|\[[^\]]*\]):\d{1,5}$/;

export interface CollectOptions {
  /** The secret under which e-mails are hashed. */
  mailSecret: string;
  /** Lists of reserved blocks may be wide. */
  allowWide: boolean;
  /** A list of threats: a suffix under which everybody registers names is an error there. */
  isThreat?: boolean;
  /** Called with the plain form of each name and URL, for the exports. */
  onText?: ((kind: "domain" | "url", text: string) => void) | undefined;
}

/** Adds a finding to the builder. Returns the reason if its value is not of its kind. */
export function collectFinding(
  builder: SegmentBuilder,
  finding: Finding,
  options: CollectOptions,
): string | undefined {
  if (finding.value.length > MAX_LISTED) return "The value is too long.";
  return COLLECTORS[finding.kind](builder, refang(finding.value), rowOf(builder, finding), options);
}

type Collect = (
  builder: SegmentBuilder,
  text: string,
  row: Row,
  options: CollectOptions,
) => string | undefined;

const COLLECTORS: Record<Finding["kind"], Collect> = {
  ip: (builder, text, row, { allowWide }) => {
    const range = parseIpRange(text.replace(SERVER, "$1$2"));
    if (range === undefined) return "The value is no address or block.";
    if (!allowWide && isWide(range)) return "The block is too wide.";
    addRange(builder, range, row);
    return undefined;
  },
  host: (builder, text, row, options) => {
    const bare = text.replace(WITH_PORT, "$1");
    const ip = parseIp(bare);
    if (ip === undefined) return COLLECTORS.domain(builder, bare, row, options);
    addHost(builder, ip, row);
    return undefined;
  },
  domain: (builder, text, row, { onText, isThreat }) => {
    const name = parseDomain(text, { underscore: true });
    if (isRefusal(name)) return "The value is no domain.";
    if (isThreat === true && isPublicEnding(name)) return "The value is a public suffix.";
    builder.add("name", wordsOf(nameKey(hashOfHost(name))), row);
    onText?.("domain", name);
    return undefined;
  },
  url: (builder, text, row, { onText }) => {
    if (!LISTED_URL.test(text)) return "The value is no URL.";
    const address = parseUrl(text);
    if (isRefusal(address)) return "The value is no URL.";
    builder.add("name", wordsOf(keyOfAddress(address)), row);
    builder.add("name", wordsOf(witnessOf(address.host)), row);
    onText?.("url", address.echo);
    return undefined;
  },
  asn: (builder, text, row) => {
    const asn = parseAsn(text);
    if (asn === undefined) return "The value is no ASN.";
    builder.add("asn", [asn], row);
    return undefined;
  },
  email: (builder, text, row, { mailSecret }) => {
    const email = parseEmail(text);
    if (isRefusal(email)) return "The value is no e-mail address.";
    builder.add("mail", wordsOf(mailKey(email.text, mailSecret)), row);
    return undefined;
  },
};

function rowOf(builder: SegmentBuilder, finding: Finding): Row {
  const { first = 0, last = 0, weight, category, more, family, label, below } = finding;
  const percents = weight === undefined ? NO_WEIGHT : Math.round(weight * 100);
  return {
    first,
    last,
    gone: 0,
    weight: percents,
    trait: builder.traitOf({
      ...(category && { category }),
      ...(more !== undefined && more.length > 0 && { more: more.slice(0, MAX_SAID_MORE).map(cut) }),
      ...(family && { family: cut(family) }),
      ...(label && { label: cut(label) }),
      ...(below && { below }),
      ...(weight !== undefined && weight !== percents / 100 && { weight }),
    }),
  };
}

function cut(said: string): string {
  return said.slice(0, MAX_SAID);
}

function wordsOf({ hi, lo }: Key): [number, number] {
  return [hi, lo];
}

function addHost(builder: SegmentBuilder, host: Host, row: Row): void {
  if (host.kind === "ipv4") builder.add("ip4", [host.address], row);
  if (host.kind === "ipv6") builder.add("ip6range", [...host.address, ...host.address], row);
}

function addRange(builder: SegmentBuilder, range: IpRange, row: Row): void {
  if (range.family === 6) builder.add("ip6range", [...range.first, ...range.last], row);
  else if (range.first === range.last) builder.add("ip4", [range.first], row);
  else builder.add("ip4range", [range.first, range.last], row);
}

function isWide(range: IpRange): boolean {
  if (range.family === 4) return range.last - range.first >= WIDEST_IPV4;
  const [first] = range.first;
  const [last] = range.last;
  return (first ^ last) >>> (32 - WIDEST_IPV6_BITS) !== 0;
}
