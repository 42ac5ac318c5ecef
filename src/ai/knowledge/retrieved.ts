import type { Language } from "../text/guess-language.ts";
import type { Hit, search } from "./search/search.ts";
import { writeCorrected } from "./search/write-corrected.ts";

export interface Retrieved {
  hits: Hit[];
  candidates: number;
  language: Language;
  terms: { term: string; weight: number }[];
  corrected?: string | undefined;
  /** How many of the pieces were found by vectors. Undefined if the tenant has no vectors. */
  near?: number | undefined;
  /** Why the tenant's vectors were not used. */
  degraded?: string | undefined;
}

/** The result of a search in the form in which it leaves the object. */
export function retrievedFrom(
  { hits, candidates, query, near }: ReturnType<typeof search>,
  hasVectors: boolean,
): Retrieved {
  return {
    hits,
    candidates,
    language: query.language,
    terms: query.terms.map(({ term, weight }) => ({ term, weight })),
    corrected: writeCorrected(query, hits),
    ...(hasVectors ? { near } : {}),
  };
}
