import { endingsOf, mostLabels } from "./endings-of.ts";
import sites from "./known-sites.txt";

/**
 * Sites that everybody sends links to. Anybody may post there, but a link to one is no sign of fraud.
 */
const known = new Set(sites.trim().split(/\s+/));
const MOST_LABELS = mostLabels(known);

export function isKnownSite(host: string): boolean {
  return endingsOf(host, MOST_LABELS).some((name) => known.has(name));
}
