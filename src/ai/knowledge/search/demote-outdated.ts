import { fold } from "../../text/fold.ts";
import { tokenise } from "../../text/tokenise.ts";
import type { Sql } from "../sql.ts";
import type { Fused } from "./fuse.ts";
import type { Query } from "./read-query.ts";
import type { Ranked } from "./rerank.ts";

/** Enough to come after documents that are about as good, and not after worse ones. */
const BEHIND = 0.85;
/** Documents are read for this, so only the first ones are: more than are ever shown. */
const LOOKED_AT = 40;
/** A document says at its beginning that it no longer counts. */
const BEGINNING = 400;

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

/** The order, and the documents in it that say of themselves that they no longer count. */
export interface Demoted {
  order: readonly (Ranked | Fused)[];
  outdated: ReadonlySet<string>;
}

/**
 * Puts documents a little behind that say that they no longer count: those that replaced them have the
 * same words. Their `rank` by words does not change, because the confidence depends on it.
 * A question that has a number of a document's title, such as its year, asks for that document.
 */
export function demoteOutdated(
  sources: readonly Sql[],
  { terms }: Query,
  order: Demoted["order"],
): Demoted {
  const ids = new Set(order.slice(0, LOOKED_AT).map(({ candidate }) => candidate.documentId));
  const years = terms.map(({ term }) => term).filter((term) => /\d/.test(term));
  const outdated = new Set(sources.flatMap((sql) => findOutdated(sql, [...ids], years)));
  if (outdated.size === 0) return { order, outdated };
  const demoted = order
    .map((one) => {
      const rank = "fused" in one ? one.fused : one.rank;
      return { ...one, fused: outdated.has(one.candidate.documentId) ? rank * BEHIND : rank };
    })
    .sort((a, b) => b.fused - a.fused || a.candidate.id - b.candidate.id);
  return { order: demoted, outdated };
}

function findOutdated(sql: Sql, ids: readonly string[], years: readonly string[]): string[] {
  return sql
    .all<Beginning>(
      `SELECT d.id, d.title, d.tags, substr(b.text, 1, ${BEGINNING}) AS said
       FROM documents d JOIN bodies b ON b.document_id = d.id
       WHERE d.id IN (SELECT value FROM json_each(?))`,
      JSON.stringify(ids),
    )
    .filter(isOutdated)
    .filter(({ title, tags }) => !tokenise(title + tags).some(({ word }) => years.includes(word)))
    .map(({ id }) => id);
}

interface Beginning {
  id: string;
  title: string;
  /** A list as JSON. */
  tags: string;
  said: string;
}

function isOutdated({ title, tags, said }: Beginning): boolean {
  if (TITLED.test(fold(title).trim()) || SAID.test(fold(said))) return true;
  return tags !== "[]" && (JSON.parse(tags) as string[]).some((tag) => TAGGED.test(fold(tag)));
}
