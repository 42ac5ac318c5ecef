import { and, eq } from "drizzle-orm";
import type { TenantId } from "../../access/claim-tenant.ts";
import type { Database } from "../../platform/index.ts";
import { aiSnapshots } from "../tables.ts";
import type { ToolName } from "./tool.ts";

export type Snapshot = typeof aiSnapshots.$inferSelect;

/** The last one that came in is the one that counts. */
export async function saveSnapshot(db: Database, row: Snapshot): Promise<void> {
  const { data, collectedAt, receivedAt, receivedFrom } = row;
  await db
    .insert(aiSnapshots)
    .values(row)
    .onConflictDoUpdate({
      target: [aiSnapshots.tenantId, aiSnapshots.tool],
      set: { data, collectedAt, receivedAt, receivedFrom },
    });
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
