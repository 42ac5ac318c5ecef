import { AddressList } from "./address-list.ts";

/** Only these can be public; NAT64, local and mapped IPv6 addresses are not among them. */
const UNICAST = new AddressList(["0.0.0.0/0", "2000::/3"]);

/** Exceptions: IANA's special-purpose registries, and tunnels to IPv4. */
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

/** False also for text that is no address. An IPv4 address in IPv6 form counts as IPv4. */
export function isPublicAddress(address: string): boolean {
  return UNICAST.holds(address) && !NOT_PUBLIC.holds(address);
}
