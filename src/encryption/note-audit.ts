import { recordAudit, type AuditEntry } from "../access/audit.ts";
import { failureOf } from "../http/index.ts";
import { database, type Surroundings } from "../platform/index.ts";

/**
 * Notes what is done already. If the audit log cannot be written, the entry goes to the log
 * instead.
 */
export async function noteAudit({ env, platform }: Surroundings, entry: AuditEntry): Promise<void> {
  try {
    await recordAudit(database(env), entry);
  } catch (error) {
    const reason = failureOf(error);
    platform.log({ level: "error", event: "audit_not_stored", reason, entry });
  }
}
