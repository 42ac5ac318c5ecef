import { parseMoment } from "../../http/contract/index.ts";
import { isRefusal, type Refusal } from "../../http/index.ts";
import { uuidv7 } from "../../platform/index.ts";
import { refusePast } from "../../access/refuse-past.ts";
import type { Outcome } from "./answers.ts";
import { readEntry, type EntryValue } from "./read-entry.ts";
import { MAX_ENTRIES, type EntryBatch } from "./schemas.ts";
import { MAX_LETTERS, shownValue, type EntryRow } from "./store.ts";

/** What a batch makes of a tenant's entries. */
export interface Comparison {
  items: Outcome[];
  /** Rows to write, over those with the same id. */
  put: EntryRow[];
  /** Ids of entries that go. */
  remove: string[];
  /** Whether the entries afterwards would be more than a tenant may have. */
  isFull: boolean;
}

interface Maker {
  tenantId: string;
  createdBy: string;
  now: number;
}

type Wanted = EntryBatch["entries"][number];
type Step = Pick<Outcome, "state"> & { row?: EntryRow; gone?: string };

/** Compares the entries that are there with those of a batch, and changes nothing. */
export function compareEntries(
  there: readonly EntryRow[],
  batch: EntryBatch,
  maker: Maker,
): Comparison {
  const known = new Map(there.map((row) => [keyOf(row), row]));
  const seen = new Set<string>();
  const put: EntryRow[] = [];
  const remove: string[] = [];
  const items = batch.entries.map((wanted, at): Outcome => {
    const read = readEntry(wanted.value, wanted.type);
    if (isRefusal(read)) return { at, state: "refused", value: wanted.value, reason: why(read) };
    const about = { at, type: read.type, value: shownValue(read) };
    const key = keyOf(read);
    if (seen.has(key)) return { ...about, state: "repeated" };
    const step = stepFor(read, wanted, known.get(key), { ...maker, batch });
    if (isRefusal(step)) return { ...about, state: "refused", reason: why(step) };
    seen.add(key);
    if (step.row !== undefined) put.push(step.row);
    if (step.gone !== undefined) remove.push(step.gone);
    return { ...about, state: step.state };
  });
  if (batch.mode === "replace") {
    for (const row of there.filter((one) => one.label === batch.label && !seen.has(keyOf(one)))) {
      items.push({ state: "removed", type: row.type, value: shownValue(row) });
      remove.push(row.id);
    }
  }
  return { items, put, ...makeRoom(there, put, remove, maker.now) };
}

function stepFor(
  read: EntryValue,
  wanted: Wanted,
  old: EntryRow | undefined,
  { batch, tenantId, createdBy, now }: Maker & { batch: EntryBatch },
): Step | Refusal {
  const set = batch.mode === "replace" ? batch.label : (wanted.label ?? batch.label);
  const isOther = old !== undefined && old.label !== (set ?? old.label);
  if (batch.mode === "remove") {
    if (old === undefined) return { state: "absent" };
    return isOther ? { state: "other_label" } : { state: "removed", gone: old.id };
  }
  const expiresAt = parseMoment(wanted.expiresAt ?? batch.expiresAt) ?? null;
  const past = refusePast(expiresAt, now);
  if (past !== undefined) return past;
  const isOver = old !== undefined && old.expiresAt !== null && old.expiresAt <= now;
  const label = set ?? "";
  if (old !== undefined && !isOver && old.label !== label) return { state: "other_label" };
  const action = wanted.action ?? batch.action ?? "deny";
  const said = { action, note: wanted.note ?? batch.note ?? "", expiresAt, label };
  const isSame = old !== undefined && isAlike(old, said);
  if (isSame) return { state: "unchanged" };
  const { id = uuidv7(now), createdAt = now } = old ?? {};
  const row = { ...read, ...said, id, tenantId, createdBy, createdAt, updatedAt: now };
  return { state: old === undefined || isOver ? "added" : "changed", row };
}

function isAlike(old: EntryRow, said: Partial<EntryRow>): boolean {
  return (["action", "note", "expiresAt", "label"] as const).every(
    (name) => old[name] === said[name],
  );
}

/** In a full list entries that have expired go too. */
function makeRoom(
  there: readonly EntryRow[],
  put: readonly EntryRow[],
  remove: readonly string[],
  now: number,
): Pick<Comparison, "remove" | "isFull"> {
  const after = new Map([...there, ...put].map((row) => [row.id, row]));
  for (const id of remove) after.delete(id);
  if (put.length === 0 || !isFull(after)) return { remove: [...remove], isFull: false };
  const over = [...after.values()].filter(
    ({ expiresAt }) => expiresAt !== null && expiresAt <= now,
  );
  for (const { id } of over) after.delete(id);
  return { remove: [...remove, ...over.map(({ id }) => id)], isFull: isFull(after) };
}

function isFull(rows: ReadonlyMap<string, EntryRow>): boolean {
  const letters = [...rows.values()].reduce((sum, { value }) => sum + value.length, 0);
  return rows.size > MAX_ENTRIES || letters > MAX_LETTERS;
}

function keyOf({ type, value }: EntryValue): string {
  return `${type}:${value}`;
}

function why({ details, message }: Refusal): string {
  return details?.[0]?.message ?? message;
}
