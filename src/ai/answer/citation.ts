import type { Hit } from "../knowledge/search/search.ts";
import type { Span } from "../text/split-sentences.ts";

export interface Citation {
  /** `document.version:start-end`: the exact place in the document's text. */
  id: string;
  title?: string;
  snippet: string;
  source: string;
  score: number;
  url?: string;
}

/** A piece that can be shown to a model and cited. */
export interface Quotable {
  piece: Pick<
    Hit["piece"],
    | "document_id"
    | "version"
    | "title"
    | "source"
    | "url"
    | "start"
    | "text"
    | "risk"
    | "rules"
    | "removed"
  >;
  score: number;
}

/** Cites a part of a piece. The snippet is exactly those characters. */
export function citationOf({ piece, score }: Quotable, within: Span): Citation {
  const [start, end] = [piece.start + within.start, piece.start + within.end];
  return {
    id: `${piece.document_id}.${piece.version}:${start}-${end}`,
    ...(piece.title === "" ? {} : { title: piece.title }),
    snippet: piece.text.slice(within.start, within.end),
    source: piece.source,
    score,
    ...(piece.url === null ? {} : { url: piece.url }),
  };
}
