import { doneBy } from "../access/audit.ts";
import type { Person } from "../access/principal.ts";
import { refuse, type Refusal } from "../http/index.ts";
import type { Database } from "../platform/index.ts";
import { noSuchDictionary, refuseWrite } from "./change-dictionary.ts";
import { deleteDictionary, findDictionary } from "./store.ts";

/** The row goes; the audit log keeps that it was, what it was called and who removed it. */
export async function removeDictionary(
  db: Database,
  author: Person,
  id: string,
  ifMatch: string | undefined,
  now: number,
): Promise<Refusal | undefined> {
  const row = await findDictionary(db, author.reach, id);
  if (row === undefined) return noSuchDictionary();
  const refused = refuseWrite(author, row, ifMatch);
  if (refused !== undefined) return refused;
  const { name, kind, version, tenantId } = row;
  const gone = await deleteDictionary(db, row, {
    at: now,
    ...doneBy(author),
    action: "dictionary.deleted",
    tenantId,
    target: id,
    detail: { name, kind, version, entries: row.entries.length },
  });
  if (gone) return undefined;
  const still = await findDictionary(db, author.reach, id);
  if (still === undefined) return noSuchDictionary();
  const changed = refuseWrite(author, still, ifMatch);
  return changed ?? refuse(409, "conflict", "Somebody changed this dictionary just now.");
}
