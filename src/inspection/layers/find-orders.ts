import { fold } from "../model/fold.ts";
import { ORDERS } from "./l1/order-patterns.ts";
import { SIGNAL_WEIGHTS } from "./l1/signals.ts";
import { eitherOf } from "./layer.ts";
import type { Reading } from "./l1/read-message.ts";
import { INJECTION } from "./l1/wording-signals.ts";
import { undisguiseWords } from "./l3/read-words.ts";

/** No model is shown more of a message. */
export const MAX_READ = 8_000;
const SIGNAL = "prompt_injection";

export interface Form {
  score: number;
  signals: string[];
}

/** Whether the text speaks to a filter or a model instead of to a person; the first layer then says so. */
export function findOrders(form: Form, { text }: Reading): { form: Form; givesOrders: boolean } {
  if (form.signals.includes(SIGNAL)) return { form, givesOrders: true };
  const folded = fold(text.slice(0, MAX_READ)).toLowerCase();
  if (!isOrder(folded) && !isDisguisedOrder(folded)) return { form, givesOrders: false };
  const score = Math.round(100 * eitherOf(form.score / 100, SIGNAL_WEIGHTS[SIGNAL]));
  return { form: { score, signals: [...form.signals, SIGNAL] }, givesOrders: true };
}

function isOrder(folded: string): boolean {
  return ORDERS.some((order) => order.test(folded));
}

/** The same with digits in the place of letters. */
function isDisguisedOrder(folded: string): boolean {
  const plain = undisguiseWords(folded);
  return plain !== folded && (INJECTION.test(plain) || isOrder(plain));
}
