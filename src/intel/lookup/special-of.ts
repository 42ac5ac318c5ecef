import type { Host } from "../indicators/host.ts";
import type { Indicator } from "../indicators/indicator.ts";
import {
  specialAsn,
  specialIpv4,
  specialIpv6,
  type Special,
} from "../indicators/special-ranges.ts";

/**
 * The special purpose of a network or machine, such as "private". A URL that leads on to another host
 * has none, whatever its own host is.
 */
export function specialOf(indicator: Indicator): Special | undefined {
  if (indicator.type === "asn") return specialAsn(indicator.asn);
  if (indicator.type === "ip") return specialHost(indicator.host);
  if (indicator.type !== "url") return undefined;
  const { host } = indicator.address;
  return indicator.inner.every((inner) => inner.host.text === host.text)
    ? specialHost(host)
    : undefined;
}

export function specialHost(host: Host): Special | undefined {
  if (host.kind === "ipv4") return specialIpv4(host.address);
  return host.kind === "ipv6" ? specialIpv6(host.address) : undefined;
}
