import type { Language } from "../text/guess-language.ts";
import type { Hit, search } from "./search/search.ts";
import { writeCorrected } from "./search/write-corrected.ts";

export interface Retrieved {
  hits: Hit[];
  candidates: number;
  language: Language;
  terms: { term: string; weight: number }[];
  corrected?: string | undefined;
  /** How many of the pieces vectors had found; undefined where there are no vectors. */
  near?: number | undefined;
  /** Why vectors that the tenant has had no say. */
  degraded?: string | undefined;
}

/** What a search found, as it leaves the object. */
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
