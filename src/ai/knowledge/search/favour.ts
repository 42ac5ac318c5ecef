import type { Fused } from "./fuse.ts";
import type { Ranked } from "./rerank.ts";
import type { Sql } from "../sql.ts";

/** Enough to come before documents that are about as good, and not before better ones. */
const AHEAD = 1.15;

/**
 * Puts documents a little ahead that belong to what the user is looking at. Their `rank` by words does
 * not change, because the confidence depends on it.
 */
export function favour(
  sources: readonly Sql[],
  order: readonly (Ranked | Fused)[],
  names: readonly string[],
): readonly (Ranked | Fused)[] {
  if (names.length === 0) return order;
  const documents = new Set(sources.flatMap((sql) => namedBy(sql, order, names)));
  return order
    .map((one) => {
      const rank = "fused" in one ? one.fused : one.rank;
      return { ...one, fused: documents.has(one.candidate.documentId) ? rank * AHEAD : rank };
    })
    .sort((a, b) => b.fused - a.fused || a.candidate.id - b.candidate.id);
}

/** The documents that have one of the names as a tag or as their own name. */
function namedBy(sql: Sql, order: readonly Ranked[], names: readonly string[]): string[] {
  const found = new Set(order.map(({ candidate }) => candidate.documentId));
  const wanted = JSON.stringify(names);
  const rows = sql.all<{ id: string }>(
    `SELECT id FROM documents WHERE id IN (SELECT value FROM json_each(?))
       AND (external_id IN (SELECT value FROM json_each(?)) OR EXISTS (
         SELECT 1 FROM json_each(tags) WHERE value IN (SELECT value FROM json_each(?))))`,
    JSON.stringify([...found]),
    wanted,
    wanted,
  );
  return rows.map(({ id }) => id);
}
