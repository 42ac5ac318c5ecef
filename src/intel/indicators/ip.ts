import { refuse, type Refusal } from "../../http/index.ts";
import { hostOfIpv4, hostOfIpv6, type IpHost } from "./host.ts";
import { parseIpv4 } from "./ipv4.ts";
import { parseIpv6 } from "./ipv6.ts";

/** Reads one address, strictly written; IPv6 may be in brackets. */
export function parseIp(written: string): IpHost | undefined {
  const ipv4 = parseIpv4(written);
  if (ipv4 !== undefined) return hostOfIpv4(ipv4);
  const bare = withoutBrackets(written);
  const ipv6 = parseIpv6(bare);
  return ipv6 === undefined || bare === "" ? undefined : hostOfIpv6(ipv6);
}

/** An IPv6 address without the brackets that it has in URLs. */
export function withoutBrackets(written: string): string {
  return written.replace(/^\[(.*)\]$/, "$1");
}

export function notAnIp(asnToo: boolean): Refusal {
  const asn = asnToo ? ", or an ASN with type=asn" : "";
  return refuse(400, "invalid_request", `"value" must be one IPv4 or IPv6 address${asn}.`);
}
