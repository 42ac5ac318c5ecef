import { DECAYS, type Source } from "./source.ts";

const HOURLY = 3600;
const DAILY = 86_400;

function source(id: string, about: Omit<Source, "id">): Source {
  return { id, ...about };
}

const ATTACKERS = "attackers";
const ABUSE_CH_C2 = "abuse-ch-c2";
const URLHAUS = "urlhaus";
const PHISHING = "phishing-reports";
const SPAMHAUS = "spamhaus";

const SPAMHAUS_LICENCE = "Spamhaus DROP terms";
const ABUSE_CH_LICENCE = "CC0";
const UNSTATED = "see the source";

const attackers = {
  kind: "ip",
  effect: "threat",
  category: "attacker",
  lineage: ATTACKERS,
} as const;
const c2 = { effect: "threat", category: "c2", lineage: ABUSE_CH_C2, decay: DECAYS.c2 } as const;
const drop = {
  kind: "ip",
  format: "spamhaus-drop",
  effect: "threat",
  category: "criminal-network",
  reliability: 0.98,
  lineage: SPAMHAUS,
  decay: DECAYS.network,
  licence: SPAMHAUS_LICENCE,
  intervalSeconds: DAILY,
} as const;
const phishing = {
  kind: "url",
  effect: "threat",
  category: "phishing",
  decay: DECAYS.phishing,
} as const;
const malware = {
  kind: "url",
  effect: "threat",
  category: "malware",
  decay: DECAYS.malware,
} as const;
const ipsOfThreat = { format: "ip-list", licence: UNSTATED, intervalSeconds: DAILY } as const;

/** The built-in threat feeds. Operators say which of them are fetched. */
export const THREAT_SOURCES: readonly Source[] = [
  source("ipsum", {
    ...attackers,
    title: "IPsum: addresses on several lists of attackers",
    format: "ipsum",
    // Each line has its own weight, by the number of lists.
    reliability: 0.25,
    decay: DECAYS.scanner,
    licence: "Unlicense",
    address: "https://raw.githubusercontent.com/stamparm/ipsum/master/ipsum.txt",
    intervalSeconds: DAILY,
  }),
  source("binarydefense", {
    ...attackers,
    ...ipsOfThreat,
    title: "Binary Defense: attackers of honeypots",
    reliability: 0.7,
    decay: DECAYS.scanner,
  }),
  source("compromised-ips", {
    ...attackers,
    ...ipsOfThreat,
    title: "Emerging Threats: compromised hosts",
    reliability: 0.75,
    decay: DECAYS.scanner,
  }),
  source("tor-exits", {
    ...attackers,
    ...ipsOfThreat,
    title: "Tor exit nodes",
    category: "tor",
    reliability: 0.95,
    decay: DECAYS.scanner,
    alsoExposure: true,
  }),
  source("spamhaus-drop", {
    ...drop,
    title: "Spamhaus DROP",
    address: "https://www.spamhaus.org/drop/drop_v4.json",
  }),
  source("spamhaus-edrop", { ...drop, title: "Spamhaus EDROP" }),
  source("spamhaus-dropv6", {
    ...drop,
    title: "Spamhaus DROPv6",
    address: "https://www.spamhaus.org/drop/drop_v6.json",
  }),
  source("spamhaus-asndrop", {
    ...drop,
    kind: "asn",
    format: "spamhaus-asndrop",
    title: "Spamhaus ASN-DROP",
    reliability: 0.9,
    address: "https://www.spamhaus.org/drop/asndrop.json",
  }),
  source("bad-asn", {
    title: "Networks known for abuse",
    kind: "asn",
    format: "asn-csv",
    effect: "threat",
    category: "abused-network",
    reliability: 0.5,
    lineage: "bad-asn",
    decay: DECAYS.network,
    licence: UNSTATED,
    intervalSeconds: DAILY,
  }),
  source("urlhaus", {
    ...malware,
    title: "URLhaus: addresses that serve malware",
    format: "urlhaus",
    reliability: 0.95,
    lineage: URLHAUS,
    licence: ABUSE_CH_LICENCE,
    address: "https://urlhaus.abuse.ch/downloads/csv_recent/",
    intervalSeconds: HOURLY,
  }),
  source("urlhaus-filter", {
    ...malware,
    title: "urlhaus-filter: hosts and addresses that serve malware now",
    format: "urlhaus-filter",
    reliability: 0.95,
    lineage: URLHAUS,
    licence: "CC0",
    intervalSeconds: HOURLY * 12,
  }),
  source("openphish", {
    ...phishing,
    title: "OpenPhish community feed",
    format: "url-list",
    reliability: 0.9,
    lineage: PHISHING,
    licence: "non-commercial",
    address: "https://raw.githubusercontent.com/openphish/public_feed/main/feed.txt",
    intervalSeconds: HOURLY * 6,
  }),
  source("phishtank", {
    ...phishing,
    title: "PhishTank, verified and online",
    format: "phishtank",
    reliability: 0.85,
    lineage: PHISHING,
    licence: UNSTATED,
    intervalSeconds: HOURLY * 6,
  }),
  source("jpcert-phishurl", {
    ...phishing,
    title: "JPCERT/CC phishing URLs",
    format: "jpcert",
    reliability: 0.95,
    lineage: "jpcert",
    licence: UNSTATED,
    intervalSeconds: DAILY,
  }),
  source("threatfox", {
    ...c2,
    title: "ThreatFox: indicators of malware",
    kind: "mixed",
    format: "threatfox",
    reliability: 0.75,
    licence: ABUSE_CH_LICENCE,
    address: "https://threatfox.abuse.ch/export/csv/recent/",
    intervalSeconds: HOURLY,
  }),
  source("threatfox-ips", {
    ...c2,
    ...ipsOfThreat,
    title: "ThreatFox: addresses of C2 servers",
    kind: "ip",
    reliability: 0.75,
  }),
  source("cobaltstrike", {
    ...c2,
    ...ipsOfThreat,
    title: "Cobalt Strike servers",
    kind: "ip",
    reliability: 0.75,
  }),
  source("feodo", {
    ...c2,
    title: "Feodo Tracker: C2 servers of botnets",
    kind: "ip",
    format: "feodo",
    reliability: 0.95,
    licence: ABUSE_CH_LICENCE,
    address: "https://feodotracker.abuse.ch/downloads/ipblocklist.json",
    intervalSeconds: HOURLY,
  }),
  source("datacenters", {
    ...ipsOfThreat,
    title: "Blocks of data centres",
    kind: "ip",
    effect: "threat",
    category: "hosting",
    reliability: 0.95,
    lineage: "x4b",
    decay: DECAYS.network,
  }),
  source("vpns", {
    ...ipsOfThreat,
    title: "Blocks of VPN services",
    kind: "ip",
    effect: "threat",
    category: "vpn",
    reliability: 0.95,
    lineage: "x4b",
    decay: DECAYS.network,
  }),
  source("breaches", {
    title: "Breaches of sites (Have I Been Pwned)",
    kind: "domain",
    format: "hibp-breaches",
    effect: "exposure",
    category: "breach",
    reliability: 0.9,
    lineage: "breaches",
    decay: undefined,
    licence: "CC BY 4.0",
    address: "https://haveibeenpwned.com/api/v3/breaches",
    intervalSeconds: DAILY,
  }),
  source("disposable-email", {
    title: "Domains of throw-away mailboxes",
    kind: "domain",
    format: "domain-list",
    effect: "threat",
    category: "disposable-email",
    reliability: 0.9,
    lineage: "disposable-email",
    decay: DECAYS.network,
    licence: "CC0",
    address:
      "https://raw.githubusercontent.com/disposable-email-domains/disposable-email-domains/main/disposable_email_blocklist.conf",
    intervalSeconds: DAILY,
  }),
];
