import { recordAudit, type AuditEntry } from "../access/audit.ts";
import { failureOf } from "../http/index.ts";
import { database, type Log } from "../platform/index.ts";

interface Around {
  env: Cloudflare.Env;
  platform: { log: Log };
}

/**
 * Notes what is done already. If the audit log cannot be written, the entry goes to the log
 * instead.
 */
export async function noteAudit({ env, platform }: Around, entry: AuditEntry): Promise<void> {
  try {
    await recordAudit(database(env), entry);
  } catch (error) {
    const reason = failureOf(error);
    platform.log({ level: "error", event: "audit_not_stored", reason, entry });
  }
}
