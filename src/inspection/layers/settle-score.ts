import { eitherOf } from "./layer.ts";

/** From this score on a message is not clean. */
export const FLAGGED_FROM = 50;
/** From this score on the second layer is sure; a lower one is a doubt and counts half. */
export const VERDICT_FROM = 70;
const DOUBT_SHARE = 0.5;
/** What is added if the text gives orders to a filter, however harmless the rest is. */
export const ORDERS_SHARE = 0.3;

export interface Evidence {
  /** The score that form and wording make together, 0 to 100. */
  own: number;
  /** The second layer's score, 0 to 100. */
  intelligence: number;
  /** What the tenant's dictionaries found, 0 to 1. */
  dictionaries: number;
  givesOrders: boolean;
  /** The tenant vouches for the sender: form and wording do not count. */
  isSenderAllowed: boolean;
}

/**
 * Makes one score of everything but the AI layer. Each part can only raise the score: more evidence
 * never makes a message look better.
 */
export function settleScore({
  own,
  intelligence,
  dictionaries,
  givesOrders,
  isSenderAllowed,
}: Evidence): number {
  const message = isSenderAllowed ? 0 : eitherOf(own / 100, givesOrders ? ORDERS_SHARE : 0);
  return Math.round(100 * eitherOf(message, shareOf(intelligence), dictionaries));
}

function shareOf(score: number): number {
  return (score / 100) * (score >= VERDICT_FROM ? 1 : DOUBT_SHARE);
}
