import type { Model } from "../model/open-model.ts";
import { withoutOrders } from "./find-orders.ts";
import { readMessage, type Message, type Reading } from "./l1/read-message.ts";
import { classify, type Classification } from "./l3/classify.ts";

/** Reading takes its time with what was made to be slow, and has to fit twice. */
const LONGEST_READ_TWICE = 16_384;

/**
 * What the model makes of a message, or of what is left of it without its orders, if that is worse:
 * an order is no honest word either, and must not make a message look better.
 */
export function classifyDespiteOrders(
  model: Model,
  message: Message,
  reading: Reading,
  givesOrders: boolean,
): Classification {
  const whole = classify(model, message, reading);
  if (!givesOrders || message.body.length > LONGEST_READ_TWICE) return whole;
  const body = withoutOrders(message.body);
  if (body.trim() === "") return whole;
  const { subject } = message;
  const rest = { ...message, body, subject: subject && withoutOrders(subject) };
  const left = classify(model, rest, readMessage(rest));
  return left.score > whole.score ? { ...left, lang: whole.lang } : whole;
}
