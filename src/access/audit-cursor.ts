import { refuseCursor } from "../http/contract/index.ts";
import type { Refusal } from "../http/index.ts";

/** The line that was shown last. */
const LINE = /^[1-9]\d{0,14}$/;

export function readAuditCursor(cursor: string): number | Refusal {
  return LINE.test(cursor) ? Number(cursor) : refuseCursor();
}
