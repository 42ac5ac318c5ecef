import { eq, sql } from "drizzle-orm";
import type { IssuedCertificate } from "../certificates/issuer.ts";
import { deleteSome, type Database } from "../platform/index.ts";
import type { AgentRef } from "./agent/record.ts";
import { agentCertificates } from "./tables.ts";

/** Notes whose a certificate is, or says whose it was before. */
export async function claimCertificate(
  db: Database,
  { fingerprint, notAfter }: Pick<IssuedCertificate, "fingerprint" | "notAfter">,
  owner: AgentRef,
): Promise<AgentRef> {
  const [row] = await db
    .insert(agentCertificates)
    .values({ fingerprint, ...owner, notAfter })
    .onConflictDoUpdate({
      target: agentCertificates.fingerprint,
      set: { fingerprint: sql`${agentCertificates.fingerprint}` },
    })
    .returning();
  return row ?? owner;
}

/** Deletes so many of those that ended before then; how many went. */
export function forgetCertificates(db: Database, before: number, most: number): Promise<number> {
  return deleteSome(db, agentCertificates, sql`${agentCertificates.notAfter} <= ${before}`, most);
}

export async function findCertificateOwner(
  db: Database,
  fingerprint: string,
): Promise<AgentRef | undefined> {
  const { tenantId, agentId } = agentCertificates;
  const [row] = await db
    .select({ tenantId, agentId })
    .from(agentCertificates)
    .where(eq(agentCertificates.fingerprint, fingerprint));
  return row;
}
