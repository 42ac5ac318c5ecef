import { findOutdated } from "./find-outdated.ts";
import type { Fused } from "./fuse.ts";
import type { Query } from "./read-query.ts";
import type { Ranked } from "./rerank.ts";
import type { Sql } from "../sql.ts";

/** Enough to come before documents that are about as good, and not before better ones. */
const AHEAD = 1.15;
/** Enough to come after documents that are about as good, and not after worse ones. */
const BEHIND = 0.85;

/** The order, and the documents in it that say of themselves that they no longer count. */
export interface Shifted {
  order: readonly (Ranked | Fused)[];
  outdated: ReadonlySet<string>;
}

/**
 * Puts documents a little ahead that belong to what the user is looking at, and those a little behind
 * that say that they no longer count: what replaced them has the same words. Their `rank` by words does
 * not change, because the confidence depends on it.
 */
export function shiftDocuments(
  sources: readonly Sql[],
  { terms }: Query,
  order: Shifted["order"],
  names: readonly string[],
): Shifted {
  const ids = JSON.stringify([...new Set(order.map(({ candidate }) => candidate.documentId))]);
  const outdated = new Set(sources.flatMap((sql) => findOutdated(sql, ids, terms)));
  const favoured = new Set(
    names.length === 0 ? [] : sources.flatMap((sql) => namedBy(sql, ids, names)),
  );
  if (outdated.size + favoured.size === 0) return { order, outdated };
  const shifted = order
    .map((one) => {
      const { documentId } = one.candidate;
      const ahead = favoured.has(documentId) ? AHEAD : 1;
      const behind = outdated.has(documentId) ? BEHIND : 1;
      return { ...one, fused: ("fused" in one ? one.fused : one.rank) * ahead * behind };
    })
    .sort((a, b) => b.fused - a.fused || a.candidate.id - b.candidate.id);
  return { order: shifted, outdated };
}

/** Of these documents, those that have one of the names as a tag or as their own name. */
function namedBy(sql: Sql, ids: string, names: readonly string[]): string[] {
  const wanted = JSON.stringify(names);
  const rows = sql.all<{ id: string }>(
    `SELECT id FROM documents WHERE id IN (SELECT value FROM json_each(?))
       AND (external_id IN (SELECT value FROM json_each(?)) OR EXISTS (
         SELECT 1 FROM json_each(tags) WHERE value IN (SELECT value FROM json_each(?))))`,
    ids,
    wanted,
    wanted,
  );
  return rows.map(({ id }) => id);
}
