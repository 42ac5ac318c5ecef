import { desc, eq, gt, sql } from "drizzle-orm";
import type { IssuedCertificate } from "../certificates/issuer.ts";
import type { PageRequest } from "../http/contract/index.ts";
import { deleteSome, selectPage, type Database } from "../platform/index.ts";
import type { AgentRef } from "./agent/record.ts";
import { agentCertificates } from "./tables.ts";

/**
 * Stores the agent of a certificate, or gives the one that had it before. Then the time is noted too,
 * so that operators learn of it.
 */
export async function claimCertificate(
  db: Database,
  { fingerprint, notAfter }: Pick<IssuedCertificate, "fingerprint" | "notAfter">,
  owner: AgentRef,
  now: number,
): Promise<AgentRef> {
  const { agentId, givenAgainAt } = agentCertificates;
  const again = sql`case when ${agentId} = excluded.agent_id then ${givenAgainAt} else ${now} end`;
  const [row] = await db
    .insert(agentCertificates)
    .values({ fingerprint, ...owner, notAfter })
    .onConflictDoUpdate({
      target: agentCertificates.fingerprint,
      set: { givenAgainAt: again },
    })
    .returning();
  return row ?? owner;
}

/** Certificates that a CA gave to a second agent since then, latest first. */
export function listGivenAgain(db: Database, since: number, page: PageRequest) {
  const { givenAgainAt } = agentCertificates;
  const choice = { where: gt(givenAgainAt, since), orderBy: [desc(givenAgainAt)] };
  return selectPage(db, agentCertificates, choice, page);
}

/** Deletes at most `most` certificates that ended before then; gives how many. */
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
