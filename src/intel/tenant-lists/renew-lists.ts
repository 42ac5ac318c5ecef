import { lastLine, readTrailSince } from "../../access/read-trail-since.ts";
import { ageOf, HOUR_MS, type Database } from "../../platform/index.ts";
import { dropExpired, makeLists } from "./make-lists.ts";
import type { TenantLists } from "./match-lists.ts";
import { liveEntries } from "./store.ts";

/** Lines of the audit log that tell of a change of entries. */
export const CHANGES = ["intel.entry_put", "intel.entry_removed", "tenant.erased"];
/** After this time all is read again, for changes without a line, such as a restore of D1. */
const READ_AGAIN_AFTER_MS = HOUR_MS;

/** A tenant's lists: those in memory, if the audit log has no change since, or else read anew. */
export async function renewLists(
  db: Database,
  tenantId: string,
  now: number,
  held: TenantLists | undefined,
): Promise<TenantLists> {
  return (held && (await keepUnchanged(db, tenantId, now, held))) ?? readLists(db, tenantId, now);
}

async function readLists(db: Database, tenantId: string, now: number): Promise<TenantLists> {
  const [[line], rows] = await db.batch([lastLine(db, tenantId), liveEntries(db, tenantId, now)]);
  return { ...makeLists(rows), read: { at: now, line: line?.seq ?? 0 } };
}

async function keepUnchanged(
  db: Database,
  tenantId: string,
  now: number,
  held: TenantLists,
): Promise<TenantLists | undefined> {
  const { read } = held;
  if (read === undefined || ageOf(read.at, now) >= READ_AGAIN_AFTER_MS) return undefined;
  const { last, isDone } = await readTrailSince(db, tenantId, read.line, CHANGES);
  // If known lines are gone, they were moved to files or undone by a restore.
  if (isDone || last < read.line) return undefined;
  const live = held.until <= now ? dropExpired(held, now) : held;
  return { ...live, read: { ...read, line: last } };
}
