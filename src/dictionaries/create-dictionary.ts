import { doneBy } from "../access/audit.ts";
import { onlyTenant } from "../access/claim-tenant.ts";
import type { Person } from "../access/principal.ts";
import { isRefusal, type Refusal } from "../http/index.ts";
import { uuidv7, type Database } from "../platform/index.ts";
import { claimOpenTenant } from "../tenants/claim-open-tenant.ts";
import { bytesOf, normaliseEntries } from "./normalise-entries.ts";
import { globalIsForOperators, tooMuch } from "./refusals.ts";
import type { NewDictionary } from "./schemas.ts";
import { insertDictionary, type DictionaryRow } from "./store.ts";

export async function createDictionary(
  db: Database,
  author: Person,
  order: NewDictionary,
  now: number,
): Promise<DictionaryRow | Refusal> {
  const tenantId = await ownerOf(db, author, order.tenantId);
  if (isRefusal(tenantId)) return tenantId;
  const entries = normaliseEntries(order.kind, order.entries);
  if (isRefusal(entries)) return entries;
  const row: DictionaryRow = {
    ...order,
    id: uuidv7(now),
    tenantId,
    entries,
    bytes: bytesOf(entries),
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
  const trace = { at: now, ...doneBy(author), action: "dictionary.created" };
  const made = await insertDictionary(db, row, { ...trace, tenantId, target: row.id });
  return made ? row : tooMuch();
}

/** The tenant that will own it; null is a global one, which only an operator may make. */
async function ownerOf(
  db: Database,
  author: Person,
  wanted: string | null | undefined,
): Promise<string | null | Refusal> {
  const { reach } = author;
  const tenantId = wanted ?? (wanted === undefined ? onlyTenant(reach) : null);
  if (tenantId === null) return reach === "all" ? null : globalIsForOperators();
  return claimOpenTenant(db, author, tenantId);
}
