import { timeOf } from "../../platform/index.ts";
import type { Retrieved } from "../knowledge/retrieved.ts";
import type { ContextDocument } from "./answers.ts";
import { citationOf } from "./citation.ts";
import { highlight } from "./highlights.ts";

/** The hits of a search, each as a citation with further fields. */
export function showDocuments({ hits, terms }: Retrieved): ContextDocument[] {
  const wanted = new Set(terms.map(({ term }) => term));
  return hits.map((hit) => {
    const { piece } = hit;
    const whole = { start: 0, end: piece.text.length };
    return {
      ...citationOf(hit, whole),
      documentId: piece.document_id,
      ...(piece.external_id === null ? {} : { externalId: piece.external_id }),
      chunkId: `${piece.document_id}.${piece.version}#${piece.id}`,
      position: { start: piece.start, end: piece.end },
      ...highlight(piece.text, wanted, piece.language),
      updatedAt: timeOf(piece.updated_at),
    };
  });
}
