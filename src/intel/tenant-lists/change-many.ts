import { doneBy } from "../../access/audit.ts";
import type { TenantId } from "../../access/claim-tenant.ts";
import type { Person } from "../../access/principal.ts";
import { isRefusal, refuse, type Refusal } from "../../http/index.ts";
import type { Database } from "../../platform/index.ts";
import { needTenant } from "../../tenants/need-tenant.ts";
import { refuseNew } from "../../tenants/refuse-new.ts";
import type { BatchResult, Outcome } from "./answers.ts";
import { readForBatch, writeBatch } from "./batch-store.ts";
import { refuseFull } from "./change-entries.ts";
import { compareEntries, type Comparison } from "./compare-entries.ts";
import type { EntryBatch } from "./schemas.ts";

/** Each try is lost only to a change of the same tenant's that was quicker. */
const MAX_TRIES = 8;
const RETRY_SECONDS = 2;

/**
 * Adds, replaces or removes many entries as one step: all of it counts, or nothing does. What would
 * change nothing is not written, so the same batch again leaves no trace.
 */
export async function changeMany(
  db: Database,
  by: Person,
  tenantId: TenantId,
  batch: EntryBatch,
  now: number,
): Promise<BatchResult | Refusal> {
  // A closed tenant gets nothing new, and what it has may go.
  const judge = batch.mode === "remove" ? needTenant : refuseNew;
  const judged = await judge(db, tenantId);
  if (isRefusal(judged)) return judged;
  const maker = { tenantId, createdBy: by.subject, now };
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const { rows, line } = await readForBatch(db, tenantId);
    const compared = compareEntries(rows, batch, maker);
    if (compared.isFull) return refuseFull();
    const result = { dryRun: batch.dryRun === true, ...countsOf(compared.items), ...compared };
    const isIdle = compared.put.length + compared.remove.length === 0;
    if (result.dryRun || isIdle) return show(result);
    const trace = { at: now, ...doneBy(by), tenantId, ...traceOf(result, batch) };
    if (await writeBatch(db, tenantId, compared, { line, trace })) return show(result);
  }
  return refuse(503, "unavailable", "Others are changing the entries; try again.", {
    retryAfterSeconds: RETRY_SECONDS,
  });
}

type Counted = Omit<BatchResult, "dryRun" | "items">;

function countsOf(items: readonly Outcome[]): Counted {
  const count = (...states: Outcome["state"][]) =>
    items.filter(({ state }) => states.includes(state)).length;
  return {
    added: count("added"),
    changed: count("changed"),
    unchanged: count("unchanged"),
    removed: count("removed"),
    skipped: count("absent", "other_label", "repeated"),
    refused: count("refused"),
  };
}

/**
 * One line for the whole batch, under the names of single changes: by these an isolate learns that
 * it has to read the entries again, also one of the version before.
 */
function traceOf({ added, changed, removed }: Counted, { label }: EntryBatch) {
  const action = added + changed > 0 ? "intel.entry_put" : "intel.entry_removed";
  return { action, detail: { set: label, added, changed, removed } };
}

function show({ put: _put, remove: _remove, isFull: _full, ...shown }: BatchResult & Comparison) {
  return shown;
}
