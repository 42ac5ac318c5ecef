import type { IndicatorType } from "./indicators/indicator.ts";

export type LookupModule = "urlsearch" | "ipsearch" | "dnssearch" | "darkweb";

/** The kinds of indicator that each module takes, its default first. */
export const LOOKUP_TYPES: Record<LookupModule, readonly [IndicatorType, ...IndicatorType[]]> = {
  urlsearch: ["url", "domain"],
  ipsearch: ["ip", "asn"],
  dnssearch: ["domain"],
  darkweb: ["domain", "ip", "email"],
};
