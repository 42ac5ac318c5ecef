import { and, eq, sql } from "drizzle-orm";
import { auditIfChanged } from "../../access/audit.ts";
import type { TenantId } from "../../access/claim-tenant.ts";
import { timeOf, type Database } from "../../platform/index.ts";
import type { Changer } from "../knowledge/document-line.ts";
import { aiSnapshots } from "../tables.ts";
import type { ToolName } from "./tool.ts";

export type Snapshot = typeof aiSnapshots.$inferSelect;

const AT = aiSnapshots.collectedAt;
/**
 * When a snapshot replaces the stored one: if it was collected later, or at the same time with other
 * data.
 */
const COUNTS = sql`excluded.collected_at > ${AT}
  or excluded.collected_at = ${AT} and excluded.data <> ${aiSnapshots.data}`;

/** Stores a snapshot. The one that was collected last counts, in whatever order they arrive. */
export async function saveSnapshot(db: Database, row: Snapshot, by: Changer): Promise<void> {
  const { tool, data, collectedAt, receivedAt, receivedFrom } = row;
  const detail = { collectedAt: timeOf(collectedAt) };
  await db.batch([
    db
      .insert(aiSnapshots)
      .values(row)
      .onConflictDoUpdate({
        target: [aiSnapshots.tenantId, aiSnapshots.tool],
        set: { data, collectedAt, receivedAt, receivedFrom },
        setWhere: COUNTS,
      }),
    auditIfChanged(db, { ...by, at: receivedAt, action: "ai.snapshot.put", target: tool, detail }),
  ]);
}

export async function findSnapshot(
  db: Database,
  tenantId: TenantId,
  tool: ToolName,
): Promise<Snapshot | undefined> {
  const [row] = await db
    .select()
    .from(aiSnapshots)
    .where(and(eq(aiSnapshots.tenantId, tenantId), eq(aiSnapshots.tool, tool)));
  return row;
}
