import { and, desc, eq, sql, type SQL } from "drizzle-orm";
import { auditIfChanged, auditStatement, type AuditEntry } from "../../access/audit.ts";
import type { PageRequest } from "../../http/contract/index.ts";
import { selectPage, selectOf, type Database } from "../../platform/index.ts";
import { promptLabels, promptMoves } from "../tables.ts";
import { nameOf } from "./find-prompt.ts";
import type { LabelRow } from "./version-store.ts";
import { PRODUCTION } from "./well-known.ts";

export type MoveRow = typeof promptMoves.$inferSelect;

export async function findLabel(
  db: Database,
  { owner, name, label }: Pick<MoveRow, "owner" | "name" | "label">,
): Promise<LabelRow | undefined> {
  const [row] = await db
    .select()
    .from(promptLabels)
    .where(
      and(
        eq(promptLabels.owner, owner),
        eq(promptLabels.name, name),
        eq(promptLabels.label, label),
      ),
    );
  return row;
}

/** Stores a move that waits for a second person. */
export async function insertMove(db: Database, move: MoveRow, audit: AuditEntry): Promise<void> {
  await db.batch([db.insert(promptMoves).values(move), auditStatement(db, audit)]);
}

/**
 * Moves a label that is not protected, and records it, in one batch. False if it was protected
 * meanwhile, or if it would be one label too many.
 */
export async function moveFreely(db: Database, move: MoveRow, audit: AuditEntry) {
  const [placed] = await db.batch([
    placeLabel(db, move, sql`${promptLabels.protected} = 0`),
    insertMoveIfPlaced(db, move),
    auditIfChanged(db, audit),
  ]);
  return placed.length > 0;
}

/** Stores the decision on a move. False if somebody else decided first. */
export async function decideMove(
  db: Database,
  move: MoveRow & { decidedBy: string; decidedAt: number },
  audit: AuditEntry,
): Promise<boolean> {
  const { id, state, decidedBy, decidedAt } = move;
  const isDue = sql`${state} = 'applied' and exists
    (select 1 from ${promptMoves} where id = ${id} and state = 'pending')`;
  // In one batch, so that a Worker that dies cannot leave a move that was decided and not applied.
  const [, decided] = await db.batch([
    placeLabelIf(db, move, isDue),
    db
      .update(promptMoves)
      .set({ state, decidedBy, decidedAt })
      .where(and(eq(promptMoves.id, id), eq(promptMoves.state, "pending")))
      .returning({ id: promptMoves.id }),
    auditIfChanged(db, audit),
  ]);
  return decided.length > 0;
}

const LABEL = [promptLabels.owner, promptLabels.name, promptLabels.label];

/** The most labels of an owner, over all names. */
export const MAX_LABELS = 500;

function placeLabel(db: Database, move: MoveRow, unless: SQL) {
  const { owner, name, label } = move;
  const placed = placedBy(move);
  const row = selectOf(promptLabels, { owner, name, label, ...placed });
  const others = sql`select count(*) from ${promptLabels} where owner = ${owner}
    and (name, label) <> (${name}, ${label})`;
  return db
    .insert(promptLabels)
    .select(sql`${row} where (${others}) < ${MAX_LABELS}`)
    .onConflictDoUpdate({ target: LABEL, set: placed, setWhere: unless })
    .returning({ label: promptLabels.label });
}

function insertMoveIfPlaced(db: Database, move: MoveRow) {
  return db.insert(promptMoves).select(sql`${selectOf(promptMoves, move)} where changes() = 1`);
}

function placeLabelIf(db: Database, move: MoveRow, isDue: SQL) {
  const { owner, name, label } = move;
  const placed = placedBy(move);
  const row = selectOf(promptLabels, { owner, name, label, ...placed });
  return db
    .insert(promptLabels)
    .select(sql`${row} where ${isDue}`)
    .onConflictDoUpdate({ target: LABEL, set: placed });
}

function placedBy(move: MoveRow) {
  const { versions, requestedBy: movedBy, requestedAt, decidedAt } = move;
  return { versions, protected: move.protected, movedBy, movedAt: decidedAt ?? requestedAt };
}

export async function findMove(db: Database, owner: string, id: string) {
  const [row] = await db
    .select()
    .from(promptMoves)
    .where(and(eq(promptMoves.owner, owner), eq(promptMoves.id, id)));
  return row;
}

export interface MoveFilter {
  owner: string;
  name?: string | undefined;
  label?: string | undefined;
}

export async function listMoves(db: Database, filter: MoveFilter, page: PageRequest) {
  const { owner, name, label } = filter;
  const where = and(
    eq(promptMoves.owner, owner),
    name === undefined ? undefined : eq(promptMoves.name, name),
    label === undefined ? undefined : eq(promptMoves.label, label),
  );
  const orderBy = [desc(promptMoves.requestedAt), desc(promptMoves.id)];
  return selectPage(db, promptMoves, { where, orderBy }, page);
}

/** `owner name@version` of every version that was in production at some time. */
export async function promotedBefore(
  db: Database,
  owners: readonly string[],
): Promise<Set<string>> {
  const rows = await db.all<{ owner: string; name: string; version: number }>(sql`
    select distinct m.owner, m.name, placed.value ->> 'version' as version
    from ${promptMoves} m, json_each(m.versions) placed
    where m.owner in (select value from json_each(${JSON.stringify(owners)}))
      and m.label = ${PRODUCTION} and m.state = 'applied'`);
  return new Set(rows.map((row) => `${row.owner} ${nameOf(row)}`));
}
