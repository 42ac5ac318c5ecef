import type { ShownSource } from "../../intel/source-schemas.ts";
import { Badge } from "../frame/parts.tsx";
import type { View } from "../frame/view.ts";
import { sourceWords } from "./words.ts";

/** One missed fetch is not reported. */
const LATE_AFTER_INTERVALS = 2;

export type Freshness = "none" | "by_hand" | "fresh" | "late";

/** Compares the age of a feed with its interval. */
export function freshnessOf(
  source: Pick<ShownSource, "ageSeconds" | "refresh" | "intervalSeconds">,
): Freshness {
  if (source.ageSeconds === null) return "none";
  if (!source.refresh) return "by_hand";
  return source.ageSeconds > LATE_AFTER_INTERVALS * source.intervalSeconds ? "late" : "fresh";
}

/** Whether a feed is late. A source that failed is shown as failed only. */
export function isLate(source: ShownSource): boolean {
  return source.status === "live" && freshnessOf(source) === "late";
}

const TONES = { by_hand: "idle", fresh: "good", late: "warn" } as const;

export function FreshnessBadge({ view, source }: { view: View; source: ShownSource }) {
  const { byHand, fresh, late } = sourceWords[view.language];
  const freshness = freshnessOf(source);
  if (freshness === "none") return <>–</>;
  return <Badge tone={TONES[freshness]}>{{ by_hand: byHand, fresh, late }[freshness]}</Badge>;
}
