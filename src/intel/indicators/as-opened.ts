import { isRefusal } from "../../http/index.ts";
import { specialIpv4 } from "./special-ranges.ts";
import { parseUrl, type ParsedUrl } from "./url.ts";

/**
 * Signs that a browser and we may read differently: a backslash is a slash to it, full-width signs
 * are not.
 */
const READ_TWO_WAYS = /[\\\uFF03\uFF0F\uFF1A\uFF1F\uFF20\uFF3C]/;
const NAME = /^[\w-]+(?:\.[\w-]+)+$/;

/** The URL that a browser would open, for text that looks like a defanged indicator (refang.ts). */
export function asOpened(written: string): ParsedUrl | undefined {
  if (!READ_TWO_WAYS.test(written)) return undefined;
  const url = parseUrl(written);
  if (isRefusal(url)) return undefined;
  const { host } = url;
  // "192\.0\.2\.1" must not become an address in 0.0.0.0/8.
  if (host.kind === "ipv4") return specialIpv4(host.address) === "reserved" ? undefined : url;
  return host.kind === "ipv6" || NAME.test(host.text) ? url : undefined;
}
