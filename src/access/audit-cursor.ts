import { refuseCursor } from "../http/contract/index.ts";
import type { Refusal } from "../http/index.ts";

/** The line that was shown last, and how many lines matched when the first page was read. */
export interface AuditPlace {
  seq: number;
  /** Missing in older cursors; then the lines are counted anew. */
  total?: number | undefined;
}

const PLACE = /^([1-9]\d{0,14})(?:-(\d{1,15}))?$/;

export function writeAuditCursor({ seq, total }: Required<AuditPlace>): string {
  return `${seq}-${total}`;
}

export function readAuditCursor(cursor: string): AuditPlace | Refusal {
  const [, seq, total] = PLACE.exec(cursor) ?? [];
  if (seq === undefined) return refuseCursor();
  return { seq: Number(seq), total: total === undefined ? undefined : Number(total) };
}
