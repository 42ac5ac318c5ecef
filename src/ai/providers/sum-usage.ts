import type * as z from "zod";
import type { modelUsage } from "../answers.ts";

const MICROS = 1_000_000;

export type ModelUsage = z.output<typeof modelUsage>;

/** Sums up the calls of one request. The cost is known only if that of each call is known. */
export function sumUsage(all: readonly ModelUsage[]): ModelUsage | undefined {
  const last = all.at(-1);
  if (last === undefined) return undefined;
  const sum = (of: (usage: ModelUsage) => number) => all.reduce((total, one) => total + of(one), 0);
  const { estimatedCostUsd: _cost, pricingVersion, ...rest } = last;
  const priced = all.every((one) => one.estimatedCostUsd !== undefined);
  const micros = sum((one) => Math.round((one.estimatedCostUsd ?? 0) * MICROS));
  return {
    ...rest,
    promptTokens: sum((one) => one.promptTokens),
    completionTokens: sum((one) => one.completionTokens),
    totalTokens: sum((one) => one.totalTokens),
    latencyMs: sum((one) => one.latencyMs),
    ...(priced ? { estimatedCostUsd: micros / MICROS } : {}),
    ...(priced && pricingVersion !== undefined ? { pricingVersion } : {}),
  };
}
