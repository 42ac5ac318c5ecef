import { timeOf } from "../../platform/index.ts";
import type { Fused } from "../fusion/fuse.ts";
import type { Indicator } from "../indicators/indicator.ts";

/** The answer of all four look-up modules, as the contract has it. */
export interface Verdict {
  type: Indicator["type"];
  value: string;
  disposition: Fused["disposition"];
  threatLevel: number;
  confidence: number;
  categories: string[];
  malwareFamily?: string;
  sources: string[];
  firstSeen?: string;
  lastSeen?: string;
  found: boolean;
}

export function verdictOf({ type, value }: Indicator, fused: Fused): Verdict {
  const { disposition, threatLevel, confidence, categories, malwareFamily, sources } = fused;
  const verdict: Verdict = {
    type,
    value,
    disposition,
    threatLevel,
    confidence,
    categories,
    sources,
    found: sources.length > 0,
  };
  if (malwareFamily !== undefined) verdict.malwareFamily = malwareFamily;
  if (fused.firstSeen !== undefined) verdict.firstSeen = timeOf(fused.firstSeen);
  if (fused.lastSeen !== undefined) verdict.lastSeen = timeOf(fused.lastSeen);
  return verdict;
}
