import { asc } from "drizzle-orm";
import { among, timeOf, type Ledger } from "../platform/index.ts";
import type { AuditLine } from "./audit.ts";
import { auditLog } from "./tables.ts";

const KEY_DIGITS = 15;

/** How old lines of the audit log move to files. */
export const auditLedger: Ledger<AuditLine> = {
  name: "audit_log",
  oldest: async (db, most) => db.select().from(auditLog).orderBy(asc(auditLog.seq)).limit(most),
  keyOf: ({ seq }) => String(seq).padStart(KEY_DIGITS, "0"),
  atOf: ({ at }) => at,
  lineOf: (line) => ({ ...line, at: timeOf(line.at) }),
  removal: (db, lines) =>
    db.delete(auditLog).where(
      among(
        auditLog.seq,
        lines.map(({ seq }) => seq),
      ),
    ),
};
