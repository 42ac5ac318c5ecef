import { formatIpv4, parseLooseIpv4 } from "./ipv4.ts";
import { formatIpv6, ipv4Within, parseIpv6, type Ipv6 } from "./ipv6.ts";
import { bytesOf, escapeUnsafe, textOf, unescapeFully } from "./percent.ts";

/** `text` is what counts: small ASCII letters for a name, the one short form for an address. */
export type Host =
  | { kind: "name"; text: string }
  | { kind: "ipv4"; text: string; address: number }
  | { kind: "ipv6"; text: string; address: Ipv6 };

export type IpHost = Exclude<Host, { kind: "name" }>;

const ASCII = /^[\x20-\x7E]*$/;
/** Behind the first of a run none is tried as another beginning. */
const OUTER_DOTS = /^\.+|(?<!\.)\.+$/g;
const DOT_RUNS = /\.{2,}/g;
/** Which link of the machine that asks leads there (RFC 6874); it is no part of the address. */
const ZONE = /%.*/s;
/** Where the URL parser would see something other than a host. */
const NO_HOST = /[/?#@:\\[\]]/;
/** Where no name may have them, they hide the one that is meant. */
const JOINERS = /[\u200C\u200D]/g;
const ENDS_IN_NUMBER = /(?:^|\.)(?:\d+|0[xX][0-9a-fA-F]*)$/;

/** Brings a host, however it is encoded, to the form that lists are matched by. */
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

/** A-labels by UTS 46, as browsers make them; undefined where they would refuse. */
export function asciiName(text: string): string | undefined {
  return hostnameOf(text) ?? hostnameOf(text.replace(JOINERS, ""));
}

function hostnameOf(text: string): string | undefined {
  return NO_HOST.test(text) ? undefined : URL.parse(`http://${text}/`)?.hostname;
}
