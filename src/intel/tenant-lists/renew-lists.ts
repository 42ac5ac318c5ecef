import { lastLine, readTrailSince } from "../../access/read-trail-since.ts";
import { ageOf, HOUR_MS, type Database } from "../../platform/index.ts";
import { dropExpired, makeLists } from "./make-lists.ts";
import type { TenantLists } from "./match-lists.ts";
import { liveEntries } from "./store.ts";

/** What changes entries, each in the audit log with or right after its change. */
const CHANGES = ["intel.entry_put", "intel.entry_removed", "tenant.erased"];
/** What no line tells of, such as a restore of D1, is seen after this time. */
const READ_AGAIN_AFTER_MS = HOUR_MS;

/** A tenant's lists: those that are held, where the audit log has no change since they were read. */
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
  // Lines that are gone were archived or undone by a restore.
  if (isDone || last < read.line) return undefined;
  const live = held.until <= now ? dropExpired(held, now) : held;
  return { ...live, read: { ...read, line: last } };
}
