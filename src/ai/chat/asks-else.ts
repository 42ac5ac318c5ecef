import { fold } from "../text/fold.ts";
import { isStopWord } from "../text/terms.ts";
import { WORD } from "../text/tokenise.ts";

/** Questions for which ones, or how many, of what was named before. */
const PICKING =
  "(?:how (?:many|much)|which|cuant[oa]s?|cuales|quant[oa]s?|quais|(?:de |en )?que cantidad)";
/** How a question begins that does not hang on the one before it. */
const ASKING = `(?:${PICKING}|how (?:long|often)|what|when|where|who|(?:tell|show|give) me|(?:[ad]e?|en|em|por|con|com) (?:que|cual(?:es)?|qual|cuant[oa]s?|quien(?:es)?|quem)|que|cual|qual|cuando|quando|donde|onde|quien(?:es)?|quem|dime|dame|muestrame|diz-me|diga-me|mostra-me)`;
const BETWEEN = new RegExp(`[?!.;]+|,? (?:and|y|e) (?=${ASKING}\\b)|, (?=${ASKING}\\b)`, "i");
const BEGINS = new RegExp(`^[\\W_]*${ASKING}\\b`);
const PICKS = new RegExp(`^[\\W_]*${PICKING}\\b`);
/** Words for what was named before, and for what a tool reports whatever was named. */
const REFERS =
  /\b(?:they|them|their|theirs|it|its|ones?|those|ell[oa]s|cada un[oa]|el[ea]s|del[ea]s|agent(?:e?s)?|certific\w+|admin\w*)\b/;
/** "How many were enrolled" leaves out of what. */
const LEAVES_OUT = /^[\W_]*(?:how many|which|quais|cuales) (?:of|are|were|have|had|will)\b/;
/** Words that say no more than what is asked of anything that a tenant has: how many, since when, for whom. */
const SAME = new RegExp(
  `^(?:${[
    "others?|many|much|tell|show|give|dime|dame|muestrame|diz|diga|mostra|me|number|total\\w*|percent\\w*|porcentaje|scores?",
    "left|free|idle|(?:un)?used?|using|unassigned|assign\\w*|asign\\w*|qued\\w*|sobr\\w*|rest\\w*|falt\\w*|livres?|libres?|us(?:o|a|an|am|ad[oa]s?|amos)|need\\w*|necesit\\w*",
    "expir\\w*|renew\\w*|renuev\\w*|renov\\w*|caduc\\w*|venc\\w*|dates?|fechas?|days?|dias?|weeks?|semanas?|months?|monthly|mes(?:es)?|mensual\\w*|years?|anos?|anual\\w*|today|hoy|yesterday|ayer|soon|pronto|last|ultim\\w*",
    "pay\\w*|pag\\w*|costs?|cuest\\w*|money|dinero",
    "users?|usuari\\w*|people|personas?|accounts?|cuentas?|names?|nombres?|departments?|departamentos?",
    "machines?|maquinas?|computers?|devices?|quota|cuota|tenants?|inquilinos?|(?:des)?conectad\\w*|(?:dis)?connected|o(?:n|ff)line",
  ].join("|")})$`,
);
const PORTUGUESE =
  /^(?:os?|as|d[ao]s?|n[ao]s?|em|uma?s?|com|ao|sao|estao|tem|temos|foi|foram|ha|qual|quais|quem|onde|quando|quant[oa]s?)$/;
/** A name begins with a capital letter, or has a digit. What it is in, or at, is not what is counted. */
const NAME = /^\p{Lu}|\d/u;
const WHEREABOUTS = /^(?:in|at|from|en|em|desde)$/i;
/** So many words of its own make a question one about something else. */
const OWN_WORDS = 2;

/** The questions of one text, without those that have no question of their own. */
export function partsOf(question: string): string[] {
  return question
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .split(BETWEEN);
}

/**
 * Whether one of several questions names none of the topics, and something else instead. Its answer can
 * only be in the documents. Names in a question for how many are what is counted: "how many Visio".
 */
export function asksElse(question: string, topics: readonly RegExp[]): boolean {
  return partsOf(question).some((part) => {
    const folded = fold(part);
    if (!BEGINS.test(folded)) return false;
    // "IT" is a department.
    if (REFERS.test(part) || LEAVES_OUT.test(folded)) return false;
    return !topics.some((topic) => topic.test(folded)) && namesSomething(part, PICKS.test(folded));
  });
}

function namesSomething(part: string, picks: boolean): boolean {
  const own = (part.match(WORD) ?? []).filter((word, at, words) => {
    const isCounted = picks && at > 0 && !WHEREABOUTS.test(words[at - 1] ?? "");
    if (isCounted && NAME.test(word)) return false;
    const folded = fold(word);
    return (
      !SAME.test(folded) &&
      !PORTUGUESE.test(folded) &&
      !isStopWord(folded, "en") &&
      !isStopWord(folded, "es")
    );
  });
  return new Set(own).size >= OWN_WORDS;
}
