import type { Category } from "../fusion/categories.ts";
import type { FormatId } from "./formats/index.ts";

export const SOURCE_KINDS = ["ip", "domain", "url", "asn", "email", "mixed"] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/**
 * What being listed means:
 * - `threat`: evidence against it;
 * - `shared`: strangers use this name, so what one of them does is no evidence about others;
 * - `popular`: many use this domain, so evidence about something near it does not count;
 * - `discount`: addresses here change hands quickly, so evidence about them weighs less;
 * - `veto`: evidence against it is a mistake, be it an address, a name or a page;
 * - `exposure`: it was found in a breach, which only the dark-web module answers.
 */
export const EFFECTS = ["threat", "shared", "popular", "discount", "veto", "exposure"] as const;
export type Effect = (typeof EFFECTS)[number];

/**
 * How evidence fades once it is no longer listed: it is gone after `tauDays`; `delta` shapes the
 * curve.
 */
export interface Decay {
  tauDays: number;
  delta: number;
}

export interface Source {
  id: string;
  title: string;
  kind: SourceKind;
  format: FormatId;
  effect: Effect;
  category: Category;
  /** The probability that what it says is true, 0 to 1. */
  reliability: number;
  /** Sources that copy one another share a lineage and count once. */
  lineage: string;
  decay: Decay | undefined;
  licence: string;
  /** Where it is fetched from, if at all. */
  address?: string | undefined;
  intervalSeconds: number;
  /** A threat source that counts for exposure too. */
  alsoExposure?: boolean;
}

export const DECAYS = {
  /** Chosen by listings from before October 2025, see docs/decisions/0030. */
  phishing: { tauDays: 150, delta: 8 },
  malware: { tauDays: 60, delta: 2 },
  c2: { tauDays: 90, delta: 2 },
  scanner: { tauDays: 14, delta: 2 },
  network: { tauDays: 30, delta: 3 },
} as const satisfies Record<string, Decay>;
