import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../platform/index.ts";
import type { AgentRef } from "./agent/record.ts";
import { isListed } from "./agent-store.ts";
import { agentKeys } from "./tables.ts";

/**
 * Binds a key to an agent, or gives the agent that has it. One statement, so that two agents cannot
 * both win.
 */
export async function claimKey(
  db: Database,
  keyFingerprint: string,
  owner: AgentRef,
): Promise<AgentRef> {
  const [row] = await db
    .insert(agentKeys)
    .values({ keyFingerprint, ...owner })
    .onConflictDoUpdate({
      target: agentKeys.keyFingerprint,
      set: { keyFingerprint: sql`${agentKeys.keyFingerprint}` },
    })
    .returning();
  return row ?? owner;
}

/** Moves a key from one agent to another; false if it was no longer the first one's. */
export async function moveKey(
  db: Database,
  keyFingerprint: string,
  from: AgentRef,
  to: AgentRef,
): Promise<boolean> {
  const moved = await db
    .update(agentKeys)
    .set({ tenantId: to.tenantId, agentId: to.agentId })
    .where(and(eq(agentKeys.keyFingerprint, keyFingerprint), eq(agentKeys.agentId, from.agentId)))
    .returning({ agentId: agentKeys.agentId });
  return moved.length > 0;
}

/** Frees a key that was claimed for an agent which has no row (any more). */
export async function releaseKey(db: Database, keyFingerprint: string, agentId: string) {
  await db
    .delete(agentKeys)
    .where(
      and(
        eq(agentKeys.keyFingerprint, keyFingerprint),
        eq(agentKeys.agentId, agentId),
        sql`not ${isListed(agentId)}`,
      ),
    );
}
