import { keepShape } from "../../http/index.ts";
import type { Fused } from "../fusion/fuse.ts";
import type { Weighed } from "../fusion/weigh.ts";
import type { Indicator } from "../indicators/indicator.ts";
import type { Special } from "../indicators/special-ranges.ts";
import type { TenantEntry } from "../tenant-lists/match-lists.ts";
import { verdictOf, type Verdict } from "./verdict.ts";

/** The category and source of a verdict by a tenant's own entry. */
export const DENIED = "tenant-deny-list";
const ALLOWED = "tenant-allow-list";
const CERTAIN = 100;

/** Why a verdict is what it is. */
export interface Reasons {
  entry: TenantEntry | undefined;
  special: Special | undefined;
  weighed: Weighed[];
}

export interface Explained {
  verdict: Verdict;
  reasons: Reasons;
  indexVersion: number;
}

/** A verdict by the tenant's own entry, which overrules all sources. */
export function byEntry(indicator: Indicator, entry: TenantEntry, version: number): Explained {
  const isDenied = entry.action === "deny";
  const name = isDenied ? DENIED : ALLOWED;
  const fused: Fused = {
    disposition: isDenied ? "malicious" : "clean",
    threatLevel: isDenied ? CERTAIN : 0,
    confidence: CERTAIN,
    categories: [name],
    sources: [name],
  };
  return explained(indicator, fused, { entry, special: undefined, weighed: [] }, version);
}

/**
 * A verdict on an address that means nothing on the public internet; the only category without a
 * source.
 */
export function bySpecial(indicator: Indicator, special: Special, version: number): Explained {
  const isPrivate = special === "private" && indicator.type !== "asn";
  const fused: Fused = {
    disposition: "unknown",
    threatLevel: 0,
    confidence: 0,
    categories: [isPrivate ? "private" : "reserved"],
    sources: [],
  };
  return explained(indicator, fused, { entry: undefined, special, weighed: [] }, version);
}

export function explained(
  indicator: Indicator,
  fused: Fused,
  reasons: Reasons,
  indexVersion: number,
): Explained {
  const verdict = verdictOf(indicator, fused);
  const result = { verdict, reasons, indexVersion };
  keepShape(verdict.found ? "explained" : "unknown", result);
  keepShape(verdict.found ? "fused" : "nothing", fused);
  return result;
}
