import { isStopWord } from "../text/terms.ts";
import { wordsOf } from "../text/tokenise.ts";

/** How a question begins that does not hang on the one before it. */
const ASKING =
  "(?:how (?:many|much|long|often)|what|which|when|where|who|(?:tell|show|give) me|(?:[ad]e?|en|por|con) (?:que|cual(?:es)?|cuant[oa]s?|quien(?:es)?)|cuant[oa]s?|que|cual(?:es)?|cuando|donde|quien(?:es)?|dime|dame|muestrame)";
const BETWEEN = new RegExp(`[?!.;]+|,? (?:and|y|e) (?=${ASKING}\\b)|, (?=${ASKING}\\b)`);
const BEGINS = new RegExp(`^[\\W_]*${ASKING}\\b`);
/**
 * Words that say no more than that what was named is asked about once more: "and how many are used". By
 * what they are about: how many are in use, time, money, people, and what a tenant has.
 */
const SAME = new RegExp(
  `^(?:${[
    "ones?|others?|many|much|tell|show|give|dime|dame|muestrame|cuant\\w*|\\D*\\d.*",
    "left|free|(?:un)?used?|using|unassigned|assign\\w*|asign\\w*|qued\\w*|sobr\\w*|falt\\w*|libres?|us(?:o|a|an|ad[oa]s?|amos)|need\\w*|necesit\\w*|total\\w*|percent\\w*|porcentaje|scores?",
    "expir\\w*|renew\\w*|renuev\\w*|renov\\w*|caduc\\w*|venc\\w*|days?|dias?|weeks?|semanas?|months?|monthly|mes(?:es)?|mensual\\w*|years?|anos?|anual\\w*|today|hoy|soon|pronto|last|ultim\\w*",
    "pay\\w*|pag\\w*|costs?|cuest\\w*|money|dinero",
    "users?|usuari\\w*|admin\\w*|people|personas?|accounts?|cuentas?|names?|nombres?|departments?|departamentos?",
    "agent\\w*|machines?|maquinas?|computers?|devices?|certific\\w*|quota|cuota|tenants?|inquilinos?|(?:des)?conectad\\w*|(?:dis)?connected|o(?:n|ff)line|bi|pro",
  ].join("|")})$`,
);
/** So many words of its own make a question one about something else. */
const OWN_WORDS = 2;

/**
 * Whether one of several questions names none of the topics, and something else instead. Its answer
 * can only be in the documents.
 */
export function asksElse(folded: string, topics: readonly RegExp[]): boolean {
  const parts = folded.split(BETWEEN);
  return parts.some(
    (part) =>
      BEGINS.test(part) && !topics.some((topic) => topic.test(part)) && namesSomething(part),
  );
}

function namesSomething(part: string): boolean {
  const own = wordsOf(part).filter(
    (word) => !SAME.test(word) && !isStopWord(word, "en") && !isStopWord(word, "es"),
  );
  return new Set(own).size >= OWN_WORDS;
}
