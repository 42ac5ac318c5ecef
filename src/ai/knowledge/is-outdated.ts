import { fold } from "../text/fold.ts";

/** A document says at its beginning that it no longer counts. */
export const BEGINNING = 400;

const MARK =
  "(?:obsolete|superseded|withdrawn|outdated|replaced by|no longer (?:valid|in force|applies|in use)|obsolet[oa]|derogad[oa]|revogad[oa]|desactualizad[oa]|desatualizad[oa]|(?:sustituid|reemplazad|substituid)[oa] por|sin vigencia|sem vigencia|ya no (?:es valid[oa]|esta vigente)|nao esta mais em vigor)";
const OWN =
  "(?:document|policy|page|version|procedure|runbook|manual|guide|standard|documento|politica|pagina|procedimiento|procedimento|guia|norma)";
const STATE = "(?:status|state|estado|situacao)\\W+";
const END = "\\s*(?:$|[)\\]}:|,;.]|\\s[\u2013\u2014-]\\s)";
const BY = "(?: (?:by|por)|(?<= (?:by|por))) ";
/**
 * In a title: set apart from the rest, or said of the document. Elsewhere the title may be about such
 * things: "Obsolete document control". Only rules are "derogadas".
 */
const TITLED = new RegExp(
  `(?:^|[([{:|,;.]|\\s[\u2013\u2014-]\\s)\\s*(?:${STATE})?${MARK}(?:${BY}|${END}|\\s${OWN}(?:${END}|\\s(?:\\d|(?:of|for|on|de|del|da|do)\\s)))|\\b${OWN} ${MARK}(?:$|${BY})|\\sderogad[oa]$`,
);
/** As a whole tag. */
const TAGGED = new RegExp(`^(?:${STATE})?${MARK}$`);
/** As a line of its own or of its state, or of "this document". */
const SAID = new RegExp(
  `^[\\W_]*(?:${STATE})?${MARK}\\b|\\b(?:this|est[ea]|(?:el|la|o|a) presente) (?:[\\w-]+ )?${OWN} (?:\\w+ )?(?:is|was|been|esta|es|fue|sido|foi|queda|quedo|e) (?:\\w+ )?${MARK}\\b|\\b(?:this|est[ea]) (?:[\\w-]+ )?${OWN} (?:ya )?(?:no longer|no esta vigente|nao esta mais)\\b`,
  "m",
);

export interface Beginning {
  title: string;
  /** A list as JSON. */
  tags: string;
  text: string;
}

/** Whether a document says of itself that it no longer counts. */
export function isOutdated({ title, tags, text }: Beginning): boolean {
  if (TITLED.test(fold(title).trim()) || SAID.test(fold(text.slice(0, BEGINNING)))) return true;
  return tags !== "[]" && (JSON.parse(tags) as string[]).some((tag) => TAGGED.test(fold(tag)));
}
