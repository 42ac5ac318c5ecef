import { and, asc, eq, ne, sql } from "drizzle-orm";
import { auditIfChanged, type AuditEntry } from "../../access/audit.ts";
import type { PageRequest } from "../../http/contract/index.ts";
import { among, countRows, selectOf, type Database } from "../../platform/index.ts";
import { policies, policyAssignments } from "../tables.ts";
import { isThere } from "./desired-policy.ts";

/** How many roles may have a policy of their own: every check-in carries them all. */
export const MAX_ROLES = 500;

/**
 * Assigns a policy. If the role has it already, nothing is written or logged. False if there is no
 * such policy (any more), or no room for one more role.
 */
export async function insertAssignment(
  db: Database,
  row: typeof policyAssignments.$inferInsert,
  audit: AuditEntry,
): Promise<boolean> {
  const { tenantId, policyId } = row;
  const hasRoom = sql`(select count(*) < ${MAX_ROLES} or sum(role = ${row.role})
    from ${policyAssignments} where tenant_id = ${tenantId})`;
  const assignment = db
    .insert(policyAssignments)
    .select(sql`${selectOf(policyAssignments, row)} where ${isThere(policyId)} and ${hasRoom}`)
    .onConflictDoUpdate({
      target: [policyAssignments.tenantId, policyAssignments.role],
      set: { policyId },
      setWhere: ne(policyAssignments.policyId, policyId),
    });
  const isGiven = db
    .select({ role: policyAssignments.role })
    .from(policyAssignments)
    .where(
      and(
        eq(policyAssignments.tenantId, tenantId),
        eq(policyAssignments.role, row.role),
        eq(policyAssignments.policyId, policyId),
      ),
    );
  const [, , given] = await db.batch([assignment, auditIfChanged(db, audit), isGiven]);
  return given.length === 1;
}

interface AssignmentFilter {
  tenantId: string;
  policyId?: string;
  roles?: readonly string[];
}

/**
 * The policy of each role of the tenant; "" stands for every role without its own. The built-in
 * policy has no name.
 */
export async function listAssignments(
  db: Database,
  { tenantId, policyId: asked, roles }: AssignmentFilter,
  page: PageRequest,
) {
  const { role, policyId } = policyAssignments;
  const where = and(
    eq(policyAssignments.tenantId, tenantId),
    asked === undefined ? undefined : eq(policyId, asked),
    roles === undefined ? undefined : among(role, roles),
  );
  const [items, totals] = await db.batch([
    db
      .select({ role, policyId, name: policies.name })
      .from(policyAssignments)
      .leftJoin(policies, eq(policies.id, policyId))
      .where(where)
      .orderBy(asc(role))
      .limit(page.limit)
      .offset(page.offset),
    countRows(db, policyAssignments, where),
  ]);
  return { items, total: totals[0]?.total ?? 0 };
}
