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
/** In a title or a tag. */
const NAMED = new RegExp(`\\b${MARK}\\b`);
/** As a line of its own or of its state, or of "this document". */
const SAID = new RegExp(
  `^[\\W_]*(?:(?:status|state|estado|situacao)\\W+)?${MARK}\\b|\\b(?:this|est[ea]|(?:el|la|o|a) presente) (?:[\\w-]+ )?${OWN} (?:\\w+ )?(?:is|was|been|esta|es|fue|sido|foi|queda|quedo|e) (?:\\w+ )?${MARK}\\b|\\b(?:this|est[ea]) (?:[\\w-]+ )?${OWN} (?:ya )?(?:no longer|no esta vigente|nao esta mais)\\b`,
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
    .all<{ id: string; named: string; said: string }>(
      `SELECT d.id, d.title || ' ' || d.tags AS named, substr(b.text, 1, ${BEGINNING}) AS said
       FROM documents d JOIN bodies b ON b.document_id = d.id
       WHERE d.id IN (SELECT value FROM json_each(?))`,
      JSON.stringify(ids),
    )
    .filter(({ named, said }) => NAMED.test(fold(named)) || SAID.test(fold(said)))
    .filter(({ named }) => !tokenise(named).some(({ word }) => years.includes(word)))
    .map(({ id }) => id);
}
