import { doneBy } from "../access/audit.ts";
import { isRefusal, refuse, type Refusal } from "../http/index.ts";
import { given, type Database } from "../platform/index.ts";
import { bytesOf, normaliseEntries } from "./normalise-entries.ts";
import { noSuchDictionary, refuseEdit, tooMuch, type Edit } from "./refusals.ts";
import type { DictionaryPartial } from "./schemas.ts";
import { findDictionary, updateDictionary, type DictionaryRow } from "./store.ts";

/** Enough for 20 writers at once without If-Match: in each round one of them succeeds. */
const MAX_ATTEMPTS = 20;

/** Writes the next version over the one that the author has seen, or over the newest. */
export async function changeDictionary(
  db: Database,
  edit: Edit,
  change: DictionaryPartial,
): Promise<DictionaryRow | Refusal> {
  const { author, id, now } = edit;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const row = await findDictionary(db, author.reach, id);
    if (row === undefined) return noSuchDictionary();
    const refused = refuseEdit(edit, row);
    if (refused !== undefined) return refused;
    const next = nextVersion(row, change, now);
    if (isRefusal(next)) return next;
    if (isAsBefore(row, next)) return row;
    const outcome = await updateDictionary(db, row, next, {
      at: now,
      ...doneBy(author),
      action: "dictionary.changed",
      tenantId: row.tenantId,
      target: id,
      detail: { version: next.version, fields: Object.keys(change) },
    });
    if (outcome === "too_much") return tooMuch();
    if (outcome === "changed") return next;
  }
  return refuse(409, "conflict", "Others are changing this dictionary; try again.", {
    retryable: true,
  });
}

/** A request that changes nothing makes no new version: agents would have to fetch it. */
function isAsBefore(row: DictionaryRow, next: DictionaryRow): boolean {
  const { version, updatedAt } = row;
  return JSON.stringify({ ...next, version, updatedAt }) === JSON.stringify(row);
}

function nextVersion(
  row: DictionaryRow,
  change: DictionaryPartial,
  now: number,
): DictionaryRow | Refusal {
  const changed = { ...given(change), version: row.version + 1, updatedAt: now };
  const merged: DictionaryRow = { ...row, ...changed };
  // Entries are checked only if they change: a stricter check of today must not stop anybody from
  // switching off a dictionary that was stored before it.
  if (checkedOf(merged) === checkedOf(row)) return merged;
  const entries = normaliseEntries(merged.kind, merged.entries);
  if (isRefusal(entries)) return entries;
  return { ...merged, entries, bytes: bytesOf(entries) };
}

function checkedOf({ kind, entries }: DictionaryRow): string {
  return JSON.stringify([kind, entries]);
}
