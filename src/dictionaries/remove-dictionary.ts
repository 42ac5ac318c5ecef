import { doneBy } from "../access/audit.ts";
import { refuse, type Refusal } from "../http/index.ts";
import type { Database } from "../platform/index.ts";
import { noSuchDictionary, refuseEdit, type Edit } from "./refusals.ts";
import { deleteDictionary, findDictionary } from "./store.ts";

/** Deletes the row. The audit log keeps its name and kind, and who removed it. */
export async function removeDictionary(db: Database, edit: Edit): Promise<Refusal | undefined> {
  const { author, id, now } = edit;
  const row = await findDictionary(db, author.reach, id);
  if (row === undefined) return noSuchDictionary();
  const refused = refuseEdit(edit, row);
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
  const changed = refuseEdit(edit, still);
  return changed ?? refuse(409, "conflict", "Somebody changed this dictionary just now.");
}
