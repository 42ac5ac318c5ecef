import type { Category } from "../fusion/categories.ts";
import { DECAYS, type Effect, type Source, type SourceKind } from "./source.ts";

const MONTHLY = 30 * 86_400;
const RELIABILITY = 0.95;

type Line = readonly [name: string, kind: SourceKind, effect: Effect, category: Category];

/** How each MISP warninglist counts: as popular names, shared blocks, and so on. */
const LISTS: readonly Line[] = [
  ["akamai", "ip", "discount", "cloud"],
  ["amazon-aws", "ip", "discount", "cloud"],
  ["bank-website", "domain", "popular", "popular"],
  ["censys-scanning", "ip", "threat", "research-scanner"],
  ["cloudflare", "ip", "discount", "cloud"],
  ["cloudflare-top100k", "domain", "popular", "popular"],
  ["dax30", "domain", "popular", "popular"],
  ["dynamic-dns", "domain", "shared", "dynamic-dns"],
  ["fastly", "ip", "discount", "cloud"],
  ["github", "ip", "discount", "cloud"],
  ["google-gcp", "ip", "discount", "cloud"],
  ["google-gmail-sending-ips", "ip", "discount", "cloud"],
  ["googlebot", "ip", "veto", "crawler"],
  ["link-in-bio", "domain", "shared", "link-in-bio"],
  ["microsoft-azure", "ip", "discount", "cloud"],
  ["microsoft-office365-ip", "ip", "discount", "cloud"],
  ["multicast", "ip", "veto", "reserved"],
  ["onyphe-scanner", "ip", "threat", "research-scanner"],
  ["parking-domain", "ip", "threat", "parked"],
  ["public-dns-v4", "ip", "veto", "public-dns"],
  ["public-dns-v6", "ip", "veto", "public-dns"],
  ["rfc1918", "ip", "veto", "reserved"],
  ["rfc3849", "ip", "veto", "reserved"],
  ["rfc5735", "ip", "veto", "reserved"],
  ["rfc6598", "ip", "veto", "reserved"],
  ["sinkholes", "ip", "threat", "sinkhole"],
  ["tranco10k", "domain", "popular", "popular"],
  ["university_domains", "domain", "popular", "popular"],
  ["url-shortener", "domain", "shared", "shortener"],
];

export const WARNINGLIST_SOURCES: readonly Source[] = LISTS.map(
  ([name, kind, effect, category]) => ({
    id: `misp-warninglist-${name}`,
    title: `MISP warninglist: ${name}`,
    kind,
    format: "misp-warninglist",
    effect,
    category,
    reliability: RELIABILITY,
    // One lineage, because lists with the same effect copy from one another.
    lineage: `misp-${effect}-${category}`,
    decay: effect === "threat" || effect === "shared" ? DECAYS.network : undefined,
    licence: "CC0",
    intervalSeconds: MONTHLY,
  }),
);
