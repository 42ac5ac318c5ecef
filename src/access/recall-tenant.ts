import { and, desc, eq } from "drizzle-orm";
import { among, type Database } from "../platform/index.ts";
import type { Reach } from "./principal.ts";
import { auditLog } from "./tables.ts";

/** Enough to find a change whose caller lost the answer and soon asks again. */
const LINES_LOOKED_AT = 2_000;

/** The tenant of a change that was logged lately; undefined if the latest lines do not have it. */
export async function recallTenant(
  db: Database,
  change: { action: string; target: string },
  reach: Reach,
): Promise<string | undefined> {
  const { action, target, tenantId } = auditLog;
  const latest = db
    .select({ action, target, tenantId })
    .from(auditLog)
    .where(reach === "all" ? undefined : among(tenantId, reach))
    .orderBy(desc(auditLog.seq))
    .limit(LINES_LOOKED_AT)
    .as("latest");
  const [line] = await db
    .select({ tenantId: latest.tenantId })
    .from(latest)
    .where(and(eq(latest.action, change.action), eq(latest.target, change.target)))
    .limit(1);
  return line?.tenantId ?? undefined;
}
