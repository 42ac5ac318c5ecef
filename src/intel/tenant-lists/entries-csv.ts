import { writeCsv } from "../../http/index.ts";
import { showEntry, type EntryRow } from "./store.ts";

/** The columns of an export. A file that is taken in may leave out all but the first. */
export const COLUMNS = [
  "value",
  "type",
  "action",
  "label",
  "note",
  "expiresAt",
  "createdBy",
  "createdAt",
] as const;

export function entriesCsv(rows: readonly EntryRow[]): string {
  const shown = rows.map(showEntry).map((entry) => COLUMNS.map((column) => entry[column]));
  return writeCsv([COLUMNS, ...shown]);
}
