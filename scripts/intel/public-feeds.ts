import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** The file of the shared data that is the feed of each source. */
const FEEDS: Readonly<Record<string, string>> = {
  ipsum: "feeds/ipsum.txt",
  "spamhaus-drop": "feeds/spamhaus-drop.txt",
  "spamhaus-edrop": "feeds/spamhaus-edrop.txt",
  "spamhaus-dropv6": "feeds/spamhaus-dropv6.txt",
  "spamhaus-asndrop": "feeds/spamhaus-asndrop.json",
  "bad-asn": "feeds/bad-asn-list.csv",
  urlhaus: "feeds/urlhaus-urls.csv",
  "urlhaus-filter": "feeds/urlhaus-splunk-online.csv",
  openphish: "feeds/openphish.txt",
  phishtank: "feeds/phishtank-verified-online-2021.csv",
  "jpcert-phishurl": "feeds/jpcert-phishurl-202510.csv",
  "threatfox-ips": "feeds/threatfox-ips.txt",
  cobaltstrike: "feeds/cps-cobaltstrike_ips.txt",
  "tor-exits": "feeds/cps-tor-exit.txt",
  binarydefense: "feeds/cps-binarydefense.txt",
  "compromised-ips": "feeds/cps-compromised-ips.txt",
  datacenters: "feeds/x4b-datacenter-ipv4.txt",
  vpns: "feeds/x4b-vpn-ipv4.txt",
  breaches: "feeds/breaches.json",
  "disposable-email": "allow/disposable-email-domains.txt",
};
const WARNINGLISTS = "allow/warninglists";

/** Finds every feed in a folder of shared data, by the id of its source. */
export function publicFeeds(folder: string): Map<string, string> {
  const found = new Map(
    Object.entries(FEEDS).map(([source, file]) => [source, join(folder, file)] as const),
  );
  for (const file of readdirSync(join(folder, WARNINGLISTS))) {
    const name = file.replace(/\.json$/, "");
    found.set(`misp-warninglist-${name}`, join(folder, WARNINGLISTS, file));
  }
  for (const [source, file] of found) if (!existsSync(file)) found.delete(source);
  return found;
}
