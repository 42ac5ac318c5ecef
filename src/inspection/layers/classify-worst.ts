import type { Model } from "../model/open-model.ts";
import { withoutOrders } from "./find-orders.ts";
import { readMessage, type Message, type Reading } from "../reading/read-message.ts";
import { classify, type Classification } from "./l3/classify.ts";

/**
 * Of a longer message orders are not taken out: one that was made to be slow would take twice as long.
 */
const LONGEST_WITHOUT_ORDERS = 16_384;

/**
 * Classifies a message. One that gives orders or hides text is classified without that too, and the
 * worst counts: harmless words that nobody sees or obeys must not make a message look better.
 */
export function classifyWorst(
  model: Model,
  reading: Reading,
  givesOrders: boolean,
): Classification {
  const whole = classify(model, reading);
  const { message, unhidden } = reading;
  let rest: Message | undefined;
  let worst = whole;
  if (unhidden !== undefined) {
    rest = { ...message, body: unhidden.body };
    worst = worseOf(worst, model, rest);
  }
  if (givesOrders && message.body.length <= LONGEST_WITHOUT_ORDERS) {
    const { subject } = message;
    const body = withoutOrders((rest ?? message).body);
    rest = { ...message, body, subject: subject && withoutOrders(subject) };
    worst = worseOf(worst, model, rest);
  }
  return worst === whole ? whole : { ...worst, lang: whole.lang };
}

function worseOf(known: Classification, model: Model, rest: Message): Classification {
  if (rest.body.trim() === "") return known;
  const left = classify(model, readMessage(rest));
  return left.score > known.score ? left : known;
}
