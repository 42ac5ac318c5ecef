import type { Format } from "../finding.ts";
import { feodo, threatfoxCsv, threatfoxJson, urlhaus } from "./abuse-ch.ts";
import { asnCsv, exposures, jpcert, phishtank, urlhausFilter } from "./csv-feeds.ts";
import { hibpBreaches } from "./hibp-breaches.ts";
import { hostsFile } from "./hosts-file.ts";
import { ipsum } from "./ipsum.ts";
import { mispFeed, mispWarninglist } from "./misp.ts";
import { asnList, domainList, emailList, ipList, urlList } from "./plain-lists.ts";
import { asnDrop, spamhausDrop } from "./spamhaus.ts";
import { stixBundle } from "./stix.ts";

export const FORMAT_IDS = [
  "ip-list",
  "domain-list",
  "url-list",
  "asn-list",
  "email-list",
  "hosts-file",
  "ipsum",
  "spamhaus-drop",
  "spamhaus-asndrop",
  "asn-csv",
  "urlhaus",
  "urlhaus-filter",
  "phishtank",
  "jpcert",
  "threatfox",
  "feodo",
  "misp-warninglist",
  "misp-feed",
  "stix",
  "hibp-breaches",
  "exposures",
] as const;

export type FormatId = (typeof FORMAT_IDS)[number];

const FORMATS: Record<FormatId, Format> = {
  "ip-list": ipList,
  "domain-list": domainList,
  "url-list": urlList,
  "asn-list": asnList,
  "email-list": emailList,
  "hosts-file": hostsFile,
  ipsum,
  "spamhaus-drop": spamhausDrop,
  "spamhaus-asndrop": asnDrop,
  "asn-csv": asnCsv,
  urlhaus,
  "urlhaus-filter": urlhausFilter,
  phishtank,
  jpcert,
  threatfox: threatfoxCsv,
  feodo,
  "misp-warninglist": mispWarninglist,
  "misp-feed": mispFeed,
  stix: stixBundle,
  "hibp-breaches": hibpBreaches,
  exposures,
};

/** The format of a file; ThreatFox publishes two, which its first letter tells apart. */
export function formatOf(id: FormatId, head: string): Format {
  if (id === "threatfox" && /^\s*[{[]/.test(head)) return threatfoxJson;
  return FORMATS[id];
}
