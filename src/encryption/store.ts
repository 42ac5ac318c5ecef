import { and, asc, count, desc, eq, isNotNull, isNull, ne, not, sql } from "drizzle-orm";
import type { PageRequest } from "../http/contract/index.ts";
import { among, selectPage, type Database } from "../platform/index.ts";
import { encryptionRoots, keyrings } from "./tables.ts";

export type KeyringEntry = typeof keyrings.$inferSelect;
export type RootEntry = typeof encryptionRoots.$inferSelect;

/** Called before the keyring is made, so that no keyring is missing here. */
export async function registerKeyring(
  db: Database,
  entry: Pick<KeyringEntry, "tenantId" | "rootId" | "provisionedAt">,
): Promise<void> {
  await db.insert(keyrings).values(entry).onConflictDoNothing();
}

/**
 * Whether the tenant may have a keyring. Asked before its object is called, because a call with the id
 * of no tenant would create an object. A tenant that exists may have a keyring that a restored D1 does
 * not know of. If D1 fails, the answer is yes.
 */
export async function mayHaveKeyring(db: Database, tenantId: string): Promise<boolean> {
  const found = db.all<{ known: number }>(sql`select
    exists (select 1 from keyrings where tenant_id = ${tenantId})
    or (exists (select 1 from tenants where id = ${tenantId})
      and not exists (select 1 from tenant_erasures where tenant_id = ${tenantId})) as known`);
  return found.then(
    ([row]) => row?.known === 1,
    () => true,
  );
}

/** Stands for keys under several roots. Never the current root, so the next move corrects it. */
export const SEVERAL_ROOTS = 0;

/** Written before a key is wrapped, so that no root in use is shown as unused. */
export async function noteRoot(db: Database, tenantId: string, rootId: number): Promise<void> {
  await db.update(keyrings).set({ rootId }).where(eq(keyrings.tenantId, tenantId));
}

/**
 * The next tenants with a key under another root. Those that failed lately come last. The others come
 * in random order: some cannot be moved yet without that being noted, and must not block the rest.
 */
export async function staleTenants(db: Database, rootId: number, limit: number): Promise<string[]> {
  const rows = await db
    .select({ tenantId: keyrings.tenantId })
    .from(keyrings)
    .where(ne(keyrings.rootId, rootId))
    .orderBy(sql`coalesce(${keyrings.failedAt}, 0), random()`)
    .limit(limit);
  return rows.map(({ tenantId }) => tenantId);
}

/** All tenants with a keyring, or about to have one; or only those not under the root `notUnder`. */
export async function listKeyrings(db: Database, page: PageRequest, notUnder?: number) {
  const where = notUnder === undefined ? undefined : ne(keyrings.rootId, notUnder);
  const orderBy = [asc(keyrings.tenantId)];
  return selectPage(db, keyrings, { where, orderBy }, page);
}

/** Tenants that could not be moved to the current root, the latest failure first. */
export async function failedKeyrings(db: Database, page: PageRequest) {
  const where = isNotNull(keyrings.failedAt);
  return selectPage(db, keyrings, { where, orderBy: [desc(keyrings.failedAt)] }, page);
}

export interface Move {
  tenantId: string;
  /** Why the tenant could not be moved. */
  failure?: string;
}

/** One statement with the moves as one JSON text, because D1 takes a hundred parameters at most. */
export async function noteMoves(db: Database, moves: readonly Move[], at: number): Promise<void> {
  if (moves.length === 0) return;
  await db.run(sql`
    UPDATE keyrings SET
      moved_at = CASE WHEN moved.failure IS NULL THEN ${at} ELSE moved_at END,
      failed_at = CASE WHEN moved.failure IS NOT NULL THEN ${at} END,
      failure = moved.failure
    FROM (
      SELECT value ->> 'tenantId' AS tenant_id, value ->> 'failure' AS failure
      FROM json_each(${JSON.stringify(moves)})
    ) AS moved
    WHERE keyrings.tenant_id = moved.tenant_id`);
}

export interface RootCount {
  rootId: number;
  tenants: number;
  failed: number;
}

export async function countByRoot(db: Database): Promise<RootCount[]> {
  return db
    .select({
      rootId: keyrings.rootId,
      tenants: count(),
      failed: sql<number>`count(${keyrings.failedAt})`,
    })
    .from(keyrings)
    .groupBy(keyrings.rootId);
}

export async function listRoots(db: Database): Promise<RootEntry[]> {
  return db.select().from(encryptionRoots).orderBy(asc(encryptionRoots.id));
}

/** Records roots that are not known yet. Returns all records. */
export async function registerRoots(
  db: Database,
  roots: Pick<RootEntry, "id" | "fingerprint">[],
  at: number,
): Promise<RootEntry[]> {
  await db.run(sql`insert or ignore into encryption_roots (id, fingerprint, first_seen_at)
    select value ->> 'id', value ->> 'fingerprint', ${at} from json_each(${JSON.stringify(roots)})`);
  return listRoots(db);
}

export async function noteRootsGone(
  db: Database,
  present: readonly number[],
  at: number,
): Promise<void> {
  const isPresent = among(encryptionRoots.id, present);
  await db
    .update(encryptionRoots)
    .set({ goneAt: at })
    .where(and(isNull(encryptionRoots.goneAt), not(isPresent)));
  await db.update(encryptionRoots).set({ goneAt: null }).where(isPresent);
}
