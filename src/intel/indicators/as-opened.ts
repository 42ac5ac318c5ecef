import { isRefusal } from "../../http/index.ts";
import { specialIpv4 } from "./special-ranges.ts";
import { parseUrl, type ParsedUrl } from "./url.ts";

/** To a browser a backslash is a slash, and a sign in full width none of those that part a URL. */
const READ_TWO_WAYS = /[\\\uFF03\uFF0F\uFF1A\uFF1F\uFF20\uFF3C]/;
const NAME = /^[\w-]+(?:\.[\w-]+)+$/;

/** Where a browser goes with what would be taken for something that was made harmless. */
export function asOpened(written: string): ParsedUrl | undefined {
  if (!READ_TWO_WAYS.test(written)) return undefined;
  const url = parseUrl(written);
  if (isRefusal(url)) return undefined;
  const { host } = url;
  // "192\.0\.2\.1" is no address within 0.0.0.0/8.
  if (host.kind === "ipv4") return specialIpv4(host.address) === "reserved" ? undefined : url;
  return host.kind === "ipv6" || NAME.test(host.text) ? url : undefined;
}
