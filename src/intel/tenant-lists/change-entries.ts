import { doneBy } from "../../access/audit.ts";
import type { Person } from "../../access/principal.ts";
import type { TenantId } from "../../access/claim-tenant.ts";
import { refusePast } from "../../access/refuse-past.ts";
import { parseMoment } from "../../http/contract/index.ts";
import { isRefusal, noSuch, refuse, type Refusal } from "../../http/index.ts";
import { uuidv7, type Database } from "../../platform/index.ts";
import { refuseNew } from "../../tenants/refuse-new.ts";
import { readEntry } from "./read-entry.ts";
import type { NewEntry } from "./schemas.ts";
import type { Entry } from "./answers.ts";
import { MAX_ENTRIES } from "./schemas.ts";
import { deleteEntry, MAX_LETTERS, putEntry, showEntry } from "./store.ts";

export interface PutEntry {
  entry: Entry;
  /** Whether it replaced none. */
  isNew: boolean;
}

/** Adds an entry that allows or denies one thing. An entry for the same thing is replaced. */
export async function addEntry(
  db: Database,
  by: Person,
  tenantId: TenantId,
  order: NewEntry,
  now: number,
): Promise<PutEntry | Refusal> {
  const refused = await refuseNew(db, tenantId);
  if (refused !== undefined) return refused;
  const read = readEntry(order.value, order.type);
  if (isRefusal(read)) return read;
  const { action, note = "", label = "" } = order;
  const expiresAt = parseMoment(order.expiresAt) ?? null;
  const past = refusePast(expiresAt, now);
  if (past !== undefined) return past;
  const entry = {
    id: uuidv7(now),
    tenantId,
    action,
    ...read,
    note,
    createdBy: by.subject,
    createdAt: now,
    updatedAt: now,
    expiresAt,
    label,
  };
  const trace = { at: now, ...doneBy(by), tenantId, detail: { action, ...read } };
  const row = await putEntry(db, entry, { ...trace, action: "intel.entry_put" });
  if (row !== undefined) return { entry: showEntry(row), isNew: row.id === entry.id };
  return refuseFull();
}

export function refuseFull(): Refusal {
  const most = `A tenant may have ${MAX_ENTRIES} entries of ${MAX_LETTERS} letters in all.`;
  return refuse(409, "too_many_entries", most);
}

export async function removeEntry(
  db: Database,
  by: Person,
  tenantId: TenantId,
  id: string,
  now: number,
): Promise<Refusal | undefined> {
  const trace = { at: now, ...doneBy(by), action: "intel.entry_removed", tenantId, target: id };
  if (await deleteEntry(db, tenantId, id, trace)) return undefined;
  return noSuch("entry");
}
