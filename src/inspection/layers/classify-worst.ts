import type { Model } from "../model/open-model.ts";
import { withoutOrders } from "./find-orders.ts";
import { readMessage, type Message, type Reading } from "../reading/read-message.ts";
import { classify, type Classification } from "./l3/classify.ts";
import { SAID_LITTLE, saysLittle } from "./l3/says-little.ts";

/**
 * A longer message is not classified without its orders: one that was made to be slow would take twice
 * as long.
 */
const LONGEST_WITHOUT_ORDERS = 16_384;

/**
 * Classifies a message, and returns the worst result. A message that gives orders or hides text is
 * classified again without that, and one that disguises links again with the links put right: harmless
 * words that nobody sees or obeys must not make a message look better.
 */
export function classifyWorst(
  model: Model,
  reading: Reading,
  givesOrders: boolean,
): Classification {
  if (saysLittle(reading)) return SAID_LITTLE;
  const whole = classify(model, reading);
  const { message, uncovered, unhidden } = reading;
  let rest: Message | undefined;
  let worst = whole;
  if (uncovered !== undefined)
    worst = worseOf(worst, model, { ...reading, ...uncovered, defanged: true });
  if (unhidden !== undefined) {
    rest = unhidden.reading.message;
    if (rest.body.trim() !== "") worst = worseOf(worst, model, unhidden.reading);
  }
  if (givesOrders && message.body.length <= LONGEST_WITHOUT_ORDERS) {
    const { subject } = message;
    const body = withoutOrders((rest ?? message).body);
    rest = { ...message, body, subject: subject && withoutOrders(subject) };
    worst = worseWithout(worst, model, rest);
  }
  return worst === whole ? whole : { ...worst, lang: whole.lang };
}

function worseWithout(known: Classification, model: Model, rest: Message): Classification {
  return rest.body.trim() === "" ? known : worseOf(known, model, readMessage(rest));
}

function worseOf(known: Classification, model: Model, reading: Reading): Classification {
  const left = classify(model, reading);
  return left.score > known.score ? left : known;
}
