import { eitherOf } from "../layer.ts";
import { ORDERS_SHARE } from "../settle-score.ts";
import type { Opinion } from "./opinion.ts";

/** By how much a model may lower a score at most, because it reads what an attacker wrote. */
const MOST_RELIEF = 15;

export interface Bounds {
  /** The score may not be lowered below this. It is never above the score itself. */
  floor: number;
  /** Whether the text was seen to give orders. The score counts that already. */
  givesOrders: boolean;
}

/**
 * Returns the score after the model's opinion, if there is one. The model may raise the score freely,
 * but lower it only a little, or not at all.
 */
export function settleOpinion(
  score: number,
  opinion: Pick<Opinion, "score" | "signals"> | undefined,
  { floor, givesOrders }: Bounds,
): number {
  if (opinion === undefined) return score;
  return Math.max(opinion.score, leastOf(score, opinion.signals, { floor, givesOrders }));
}

function leastOf(score: number, signals: Opinion["signals"], { floor, givesOrders }: Bounds) {
  if (givesOrders) return score;
  if (signals.includes("prompt_injection")) {
    return Math.round(100 * eitherOf(score / 100, ORDERS_SHARE));
  }
  return Math.max(score - MOST_RELIEF, floor);
}
