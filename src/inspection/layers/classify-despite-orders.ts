import type { Model } from "../model/open-model.ts";
import { withoutOrders } from "./find-orders.ts";
import { readMessage, type Reading } from "../reading/read-message.ts";
import { classify, type Classification } from "./l3/classify.ts";

/**
 * A longer message is not read a second time: one that was made to be slow would take twice as long.
 */
const LONGEST_READ_TWICE = 16_384;

/**
 * Classifies a message. One that gives orders is classified without them too, and the worse of both
 * counts: the harmless words of an order must not make a message look better.
 */
export function classifyDespiteOrders(
  model: Model,
  reading: Reading,
  givesOrders: boolean,
): Classification {
  const { message } = reading;
  const whole = classify(model, reading);
  if (!givesOrders || message.body.length > LONGEST_READ_TWICE) return whole;
  const body = withoutOrders(message.body);
  if (body.trim() === "") return whole;
  const { subject } = message;
  const rest = { ...message, body, subject: subject && withoutOrders(subject) };
  const left = classify(model, readMessage(rest));
  return left.score > whole.score ? { ...left, lang: whole.lang } : whole;
}
