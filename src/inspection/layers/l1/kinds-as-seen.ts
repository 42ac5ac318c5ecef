import { canonicalHost } from "../../../intel/indicators/host.ts";
import { decodeLabel } from "../../../intel/names/decode-label.ts";
import { skeletonOf } from "../../../intel/names/skeleton.ts";
import { carriesBrand, ownerOf } from "./brands.ts";
import { hostKinds, type HostKind, type HostLists } from "./host-kinds.ts";

/** A host that a browser may read or show differently from how it is written. */
const DISGUISED = /[^\w.:[\]-]|xn--/;
/** Signs that look like the slash at the end of a host. */
const PASSES_FOR_SLASH = /[\u2044\u2215\u29f8\u2571]/;

/**
 * Returns the kinds of a link's host as a reader sees it in a browser: escaped and styled letters are
 * read, A-labels decoded, and look-alike letters taken for the letters that they look like.
 */
export function kindsAsSeen(host: string, lists: HostLists): HostKind[] {
  const written = hostKinds(host, lists);
  if (!DISGUISED.test(host)) return written;
  const real = canonicalHost(host)?.text ?? host;
  const shown = real.split(".").map((label) => decodeLabel(label) ?? label);
  const kinds = new Set(hostKinds(shown.join("."), lists));
  if (written.includes("punycode")) kinds.add("punycode");
  if (PASSES_FOR_SLASH.test(host)) kinds.add("mixed_script");
  const passesFor = shown.map(skeletonOf).join(".");
  if (passesFor !== real && (ownerOf(passesFor) ?? carriesBrand(passesFor)))
    kinds.add("brand_like");
  return [...kinds];
}
