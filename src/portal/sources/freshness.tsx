import type { ShownSource } from "../../intel/source-schemas.ts";
import { Badge } from "../frame/parts.tsx";
import type { View } from "../frame/view.ts";
import { sourceWords } from "./words.ts";

/** A feed may be missed once before anybody is told. */
const LATE_AFTER_INTERVALS = 2;

export type Freshness = "none" | "by_hand" | "fresh" | "late";

/** How a feed's age compares with how often it is fetched. */
export function freshnessOf(
  source: Pick<ShownSource, "ageSeconds" | "refresh" | "intervalSeconds">,
): Freshness {
  if (source.ageSeconds === null) return "none";
  if (!source.refresh) return "by_hand";
  return source.ageSeconds > LATE_AFTER_INTERVALS * source.intervalSeconds ? "late" : "fresh";
}

/** A source that failed is shown as failed, and not as late too. */
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
