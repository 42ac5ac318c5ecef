import { eitherOf } from "../layer.ts";
import { ORDERS_SHARE } from "../settle-score.ts";
import type { Opinion } from "./opinion.ts";

/** What a model may take off a score at most: it reads what an attacker wrote. */
const MOST_RELIEF = 15;

export interface Bounds {
  /** Set by what is known to be malicious; never above the score, which holds that. */
  floor: number;
  /** The text was seen to give orders, which the score holds already. */
  givesOrders: boolean;
}

/**
 * The score after the model, where one gave its opinion: it may raise freely, and lower little, or
 * not at all.
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
