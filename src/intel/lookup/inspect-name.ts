import type { Evidence } from "../fusion/evidence.ts";
import type { Index } from "../index/build-index.ts";
import type { Indicator } from "../indicators/indicator.ts";

export function inspectName(_indicator: Indicator, _index: Index, _now: number): Evidence[] {
  return [];
}
