import { formatIpv4, parseLooseIpv4 } from "./ipv4.ts";
import { formatIpv6, ipv4Within, parseIpv6, type Ipv6 } from "./ipv6.ts";
import { bytesOf, escapeUnsafe, textOf, unescapeFully } from "./percent.ts";

/** `text` is the canonical form: small ASCII letters for a name, the shortest form for an address. */
export type Host =
  | { kind: "name"; text: string }
  | { kind: "ipv4"; text: string; address: number }
  | { kind: "ipv6"; text: string; address: Ipv6 };

export type IpHost = Exclude<Host, { kind: "name" }>;

const ASCII = /^[\x20-\x7E]*$/;
/**
 * The look-behind keeps each dot of a run from being tried as a beginning, which would take
 * quadratic time.
 */
const OUTER_DOTS = /^\.+|(?<!\.)\.+$/g;
const DOT_RUNS = /\.{2,}/g;
/**
 * The zone of an IPv6 address (RFC 6874): an interface of the asking machine, and no part of the
 * address.
 */
const ZONE = /%.*/s;
/** Characters that the URL parser would not read as part of a host. */
const NO_HOST = /[/?#@:\\[\]]/;
/** Invisible joiners: if a name with them is not valid, it is read without them. */
const JOINERS = /[\u200C\u200D]/g;
const ENDS_IN_NUMBER = /(?:^|\.)(?:\d+|0[xX][0-9a-fA-F]*)$/;

/** The canonical form of a host, however it is encoded; lists are matched by it. */
export function canonicalHost(written: string): Host | undefined {
  const raw = bytesOf(written);
  const bytes = unescapeFully(raw);
  if (bytes.startsWith("[") && bytes.endsWith("]")) {
    const address = parseIpv6(bytes.slice(1, -1).replace(ZONE, ""));
    if (address !== undefined) return hostOfIpv6(address);
  }
  const name = lowerName(bytes, bytes !== raw)
    .replace(OUTER_DOTS, "")
    .replace(DOT_RUNS, ".");
  if (name === "") return undefined;
  const address = ENDS_IN_NUMBER.test(name) ? parseLooseIpv4(name) : undefined;
  if (address !== undefined) return hostOfIpv4(address);
  return { kind: "name", text: escapeUnsafe(name) };
}

export function hostOfIpv4(address: number): IpHost {
  return { kind: "ipv4", text: formatIpv4(address), address };
}

export function hostOfIpv6(address: Ipv6): IpHost {
  const within = ipv4Within(address);
  if (within !== undefined) return hostOfIpv4(within);
  return { kind: "ipv6", text: `[${formatIpv6(address)}]`, address };
}

function lowerName(bytes: string, isEscaped: boolean): string {
  if (ASCII.test(bytes)) return bytes.toLowerCase();
  const text = textOf(bytes);
  const ascii = text === undefined ? undefined : (isEscaped ? hostnameOf : asciiName)(text);
  return ascii ?? bytes.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** The name in A-labels by UTS 46, as browsers make them; undefined if they would refuse it. */
export function asciiName(text: string): string | undefined {
  return hostnameOf(text) ?? hostnameOf(text.replace(JOINERS, ""));
}

function hostnameOf(text: string): string | undefined {
  return NO_HOST.test(text) ? undefined : URL.parse(`http://${text}/`)?.hostname;
}
