import { fold } from "../model/fold.ts";
import { INVISIBLE } from "../model/look-alikes.ts";
import { ORDERS } from "./l1/order-patterns.ts";
import type { Form } from "./l1/score-form.ts";
import { SIGNAL_WEIGHTS } from "./l1/signals.ts";
import { eitherOf } from "./layer.ts";
import type { Reading } from "../reading/read-message.ts";
import { INJECTION } from "./l1/wording-signals.ts";
import { undisguiseWords } from "./l3/read-words.ts";

/** How many characters of a message are searched for orders; a model is shown as many. */
export const MAX_READ = 8_000;
const SENTENCE_END = /(?<=\n|[.!?]\s)/;
const SHORTEST_ORDER = 6;
const SIGNAL = "prompt_injection";

type Scored = Pick<Form, "score" | "signals">;

/**
 * Finds whether the text gives orders to a filter or a model (a prompt injection). If it does, the
 * first layer gets that signal and the score that goes with it.
 */
export function findOrders(
  form: Scored,
  { text, unhidden }: Reading,
): { form: Scored; givesOrders: boolean } {
  if (form.signals.includes(SIGNAL)) return { form, givesOrders: true };
  // What people see is searched by itself too, because hidden text before it may fill all that is
  // searched.
  const texts = unhidden === undefined ? [text] : [text, unhidden.reading.text];
  if (!texts.some((one) => holdsOrder(one.slice(0, MAX_READ)))) return { form, givesOrders: false };
  const score = Math.round(100 * eitherOf(form.score / 100, SIGNAL_WEIGHTS[SIGNAL]));
  return { form: { score, signals: [...form.signals, SIGNAL] }, givesOrders: true };
}

/** Returns the text without the sentences that give orders. */
export function withoutOrders(text: string): string {
  return text
    .split(SENTENCE_END)
    .filter(
      (sentence) =>
        sentence.length < SHORTEST_ORDER || !holdsOrder(sentence.replace(INVISIBLE, "")),
    )
    .join("")
    .trimEnd();
}

function holdsOrder(text: string): boolean {
  const folded = fold(text).toLowerCase();
  const plain = undisguiseWords(folded);
  return isOrder(folded) || (plain !== folded && isOrder(plain));
}

function isOrder(folded: string): boolean {
  return INJECTION.test(folded) || ORDERS.some((order) => order.test(folded));
}
