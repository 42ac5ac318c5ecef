import { doneBy } from "../access/audit.ts";
import type { Person } from "../access/principal.ts";
import { isRefusal, noSuch, refuse, type Refusal } from "../http/index.ts";
import { given, type Database } from "../platform/index.ts";
import { globalIsForOperators, tooMuch } from "./create-dictionary.ts";
import { matches } from "./entity-tag.ts";
import { bytesOf, normaliseEntries } from "./normalise-entries.ts";
import type { DictionaryPartial } from "./schemas.ts";
import { findDictionary, updateDictionary, type DictionaryRow } from "./store.ts";

/** Enough for 20 writers at once without If-Match: one of them succeeds in each round. */
const MAX_ATTEMPTS = 20;

/** Writes the next version over the one that the author saw, or over the newest if he did not say. */
export async function changeDictionary(
  db: Database,
  author: Person,
  id: string,
  change: DictionaryPartial,
  ifMatch: string | undefined,
  now: number,
): Promise<DictionaryRow | Refusal> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const row = await findDictionary(db, author.reach, id);
    if (row === undefined) return noSuchDictionary();
    const refused = refuseWrite(author, row, ifMatch);
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

/** A repeated request makes no new version, which agents would have to fetch. */
function isAsBefore(row: DictionaryRow, next: DictionaryRow): boolean {
  const { version, updatedAt } = row;
  return JSON.stringify({ ...next, version, updatedAt }) === JSON.stringify(row);
}

export function refuseWrite(
  author: Person,
  row: DictionaryRow,
  ifMatch: string | undefined,
): Refusal | undefined {
  if (row.tenantId === null && author.reach !== "all") return globalIsForOperators();
  if (ifMatch === undefined || matches(ifMatch, row)) return undefined;
  return refuse(412, "version_changed", "The dictionary is no longer in the version you named.");
}

export function noSuchDictionary(): Refusal {
  return noSuch("dictionary");
}

function judgedOf({ kind, entries }: DictionaryRow): string {
  return JSON.stringify([kind, entries]);
}

function nextVersion(
  row: DictionaryRow,
  change: DictionaryPartial,
  now: number,
): DictionaryRow | Refusal {
  const changed = { ...given(change), version: row.version + 1, updatedAt: now };
  const merged: DictionaryRow = { ...row, ...changed };
  // A rule that came later than an entry must not keep its dictionary from being switched off.
  if (judgedOf(merged) === judgedOf(row)) return merged;
  const entries = normaliseEntries(merged.kind, merged.entries);
  if (isRefusal(entries)) return entries;
  return { ...merged, entries, bytes: bytesOf(entries) };
}
