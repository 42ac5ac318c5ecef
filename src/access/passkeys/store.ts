import { and, asc, eq, getTableColumns, isNull, lt, sql } from "drizzle-orm";
import { noSuch, type Refusal } from "../../http/index.ts";
import { selectOf, type Database } from "../../platform/index.ts";
import { auditIfChanged, byPerson, type EntryOfChange } from "../audit.ts";
import { hasEnded } from "../has-ended.ts";
import type { SignedIn } from "../sessions/session.ts";
import { passkeys, people } from "../tables.ts";

export type PasskeyRow = typeof passkeys.$inferSelect;

export async function listPasskeys(db: Database, personId: string): Promise<PasskeyRow[]> {
  return db
    .select()
    .from(passkeys)
    .where(eq(passkeys.personId, personId))
    .orderBy(asc(passkeys.createdAt));
}

/** Undefined also if its person was removed: the passkey opens nothing then. */
export async function findPasskey(db: Database, id: string): Promise<PasskeyRow | undefined> {
  const [row] = await db
    .select(getTableColumns(passkeys))
    .from(passkeys)
    .innerJoin(people, eq(people.id, passkeys.personId))
    .where(and(eq(passkeys.id, id), isNull(people.disabledAt)));
  return row;
}

/**
 * Stores a passkey. Gives false if it is stored already, its person has as many as allowed, or the
 * session that adds it has ended meanwhile.
 */
export async function insertPasskey(
  db: Database,
  by: SignedIn,
  row: PasskeyRow,
  audit: EntryOfChange,
  most: number,
): Promise<boolean> {
  const passkeysOfPerson = sql`select count(*) from passkeys held where held.person_id = ${row.personId}`;
  const insert = db
    .insert(passkeys)
    .select(
      sql`${selectOf(passkeys, row)} where not ${hasEnded(by)} and (${passkeysOfPerson}) < ${most}`,
    )
    .onConflictDoNothing()
    .returning({ id: passkeys.id });
  const [made] = await db.batch([insert, auditIfChanged(db, audit)]);
  return made.length === 1;
}

/**
 * Notes a use and its counter. Gives false if the stored counter is not lower: then one of two uses
 * is a copy's. An authenticator without a counter always says 0.
 */
export async function noteUse(db: Database, id: string, counter: number, now: number) {
  const hasMoved = counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, counter);
  const used = await db
    .update(passkeys)
    .set({ counter, usedAt: now })
    .where(and(eq(passkeys.id, id), hasMoved))
    .returning({ id: passkeys.id });
  return used.length === 1;
}

export async function removePasskey(
  db: Database,
  personId: string,
  id: string,
  now: number,
): Promise<void | Refusal> {
  const removal = db
    .delete(passkeys)
    .where(and(eq(passkeys.id, id), eq(passkeys.personId, personId)))
    .returning({ id: passkeys.id });
  const trace = { at: now, ...byPerson(personId), action: "passkey.removed", target: id };
  const [gone] = await db.batch([removal, auditIfChanged(db, trace)]);
  if (gone.length === 0) return noSuch("passkey");
}
