import { AddressList } from "./address-list.ts";

/** All that is ever public. Of IPv6 nothing else is: no NAT64, no local or mapped forms. */
const UNICAST = new AddressList(["0.0.0.0/0", "2000::/3"]);

/** What of it is not the public internet: IANA's special-purpose registries, and tunnels to IPv4. */
const NOT_PUBLIC = new AddressList([
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "2620:4f:8000::/48",
  "3fff::/20",
]);

/** False for whatever is no address at all. An IPv4 address in IPv6 form counts as itself. */
export function isPublicAddress(address: string): boolean {
  return UNICAST.holds(address) && !NOT_PUBLIC.holds(address);
}
