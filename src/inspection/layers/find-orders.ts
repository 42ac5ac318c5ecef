import { fold } from "../model/fold.ts";
import { SIGNAL_WEIGHTS } from "./l1/signals.ts";
import { eitherOf } from "./layer.ts";
import type { Reading } from "./l1/read-message.ts";

/** No model is shown more of a message. */
export const MAX_READ = 8_000;
/** On folded small letters. Every gap is bounded, so the time is linear in the text. */
const ORDERS: readonly RegExp[] = [
  /\b(?:say|answer|reply|respond|output|return|print|write|di|diga|responde|responda|contesta|devuelve|escribe|escreva)\b[^.\n]{0,30}\b(?:clean|not spam|legitimate|limpi?[oa]|legitim[oa]|(?:is|as|es|como) (?:safe|segur[oa]))\b/,
  /\b(?:verdict|score|label|veredicto|veredito|puntuacion|pontuacao)\b[\s"']{0,4}(?:[:=]|is|to|es|e|a|como|as)[\s"']{0,4}(?:clean|limpio|limpo|safe)\b/,
  /\b(?:attention|note to|message to|instructions? for|instruccion(?:es)? para|instrucoes para|nota para|mensaje para)\b[^.\n]{0,20}\b(?:ai|ia|llm|language model|assistant|classifier|spam filter|modelo|asistente|assistente|clasificador|classificador|filtro)\b/,
  /<\|(?:im_start|im_end|system|user|assistant|endoftext)\|?>|\[\/?inst\]|<<\/?sys>>|(?:^|\n)\s{0,8}(?:system|assistant)\s{0,3}:/,
];

const SIGNAL = "prompt_injection";

export interface Form {
  score: number;
  signals: string[];
}

/** Whether the text speaks to a filter or a model instead of to a person; the first layer then says so. */
export function findOrders(form: Form, { text }: Reading): { form: Form; givesOrders: boolean } {
  if (form.signals.includes(SIGNAL)) return { form, givesOrders: true };
  const folded = fold(text.slice(0, MAX_READ)).toLowerCase();
  if (!ORDERS.some((order) => order.test(folded))) return { form, givesOrders: false };
  const score = Math.round(100 * eitherOf(form.score / 100, SIGNAL_WEIGHTS[SIGNAL]));
  return { form: { score, signals: [...form.signals, SIGNAL] }, givesOrders: true };
}
