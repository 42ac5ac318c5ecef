import { and, asc, desc, eq, sql } from "drizzle-orm";
import { auditIfChanged, auditStatementIf, type AuditEntry } from "../../access/audit.ts";
import type { Reach } from "../../access/principal.ts";
import type { PageRequest } from "../../http/contract/index.ts";
import { among, countRows, selectOf, type Database } from "../../platform/index.ts";
import { isThere } from "./desired-policy.ts";
import {
  agents,
  enrollmentCodes,
  policies,
  policyAssignments,
  policyRevisions,
} from "../tables.ts";

export type PolicyRow = typeof policies.$inferSelect;
export type RevisionRow = typeof policyRevisions.$inferSelect;

/** A policy with one of its revisions. */
export interface WrittenPolicy {
  policy: PolicyRow;
  revision: RevisionRow;
}

const newest = sql`${policyRevisions.revision} = (select max(r.revision)
  from policy_revisions r where r.policy_id = ${policyRevisions.policyId})`;

function within(reach: Reach) {
  return reach === "all" ? undefined : among(policies.tenantId, reach);
}

/** The policy with one of its revisions; the newest if none is named. */
export async function findPolicy(db: Database, reach: Reach, id: string, revision?: number) {
  const which = revision === undefined ? newest : eq(policyRevisions.revision, revision);
  const [row] = await db
    .select({ policy: policies, revision: policyRevisions })
    .from(policies)
    .innerJoin(policyRevisions, eq(policyRevisions.policyId, policies.id))
    .where(and(eq(policies.id, id), within(reach), which));
  return row;
}

export const MAX_POLICIES = 100;
/** How many revisions of a policy are kept; older ones are only in the audit log. */
const MAX_REVISIONS = 50;

/**
 * Stores a policy; false if the tenant has as many as allowed. One statement, so that there is no
 * race.
 */
export async function insertPolicy(
  db: Database,
  policy: PolicyRow,
  revision: RevisionRow,
  audit: AuditEntry,
): Promise<boolean> {
  const others = sql`select count(*) from ${policies} where tenant_id = ${policy.tenantId}`;
  const isMade = sql`exists (select 1 from ${policies} where ${policies.id} = ${policy.id})`;
  const [made] = await db.batch([
    db
      .insert(policies)
      .select(sql`${selectOf(policies, policy)} where (${others}) < ${MAX_POLICIES}`)
      .returning({ id: policies.id }),
    db.insert(policyRevisions).select(sql`${selectOf(policyRevisions, revision)} where ${isMade}`),
    auditStatementIf(db, audit, isMade),
  ]);
  return made.length === 1;
}

type NewRevision = Omit<RevisionRow, "revision" | "intervalS"> & { intervalS: number | undefined };

/**
 * Stores a revision. The statement itself takes its number, so that two writers get two numbers, and
 * the earlier revision's interval if none is given. Undefined if the policy has just been deleted.
 */
export async function insertRevision(db: Database, row: NewRevision, audit: AuditEntry) {
  const { policyId } = row;
  const before = sql`(select interval_s from policy_revisions
    where policy_id = ${policyId} order by revision desc limit 1)`;
  const next = sql`(select max(revision) + 1 from policy_revisions where policy_id = ${policyId})`;
  const values = { ...row, intervalS: row.intervalS ?? before, revision: next };
  const insert = db
    .insert(policyRevisions)
    .select(sql`${selectOf(policyRevisions, values)} where ${isThere(policyId)}`)
    .returning();
  const detail = sql`(select json_object('revision', max(revision)) from policy_revisions
    where policy_id = ${policyId})`;
  const old = sql`${policyRevisions.policyId} = ${policyId}
    and ${policyRevisions.revision} <= (select max(revision) from policy_revisions
      where policy_id = ${policyId}) - ${MAX_REVISIONS}`;
  const [[made]] = await db.batch([
    insert,
    auditIfChanged(db, { ...audit, detail }),
    db.delete(policyRevisions).where(old),
  ]);
  return made;
}

export async function listPolicies(
  db: Database,
  reach: Reach,
  tenantId: string | undefined,
  page: PageRequest,
) {
  const where = and(
    within(reach),
    tenantId === undefined ? undefined : eq(policies.tenantId, tenantId),
  );
  // Not in a batch: in D1's answers to a batch, columns of the same name are lost.
  const [items, totals] = await Promise.all([
    db
      .select({ policy: policies, revision: policyRevisions })
      .from(policies)
      .innerJoin(policyRevisions, and(eq(policyRevisions.policyId, policies.id), newest))
      .where(where)
      .orderBy(desc(policies.createdAt), asc(policies.id))
      .limit(page.limit)
      .offset(page.offset),
    countRows(db, policies, where),
  ]);
  return { items, total: totals[0]?.total ?? 0 };
}

/** Deletes a policy; false while the tenant, a role, a usable code or an agent has it. */
export async function deletePolicy(
  db: Database,
  { id, tenantId }: PolicyRow,
  audit: AuditEntry,
): Promise<boolean> {
  const has = sql`tenant_id = ${tenantId} and policy_id = ${id}`;
  const isFree = sql`not exists (
    select 1 from ${policyAssignments} where ${has}
    union all select 1 from ${agents} where tenant_id = ${tenantId} and code_policy_id = ${id}
    union all select 1 from ${enrollmentCodes} where ${has}
      and expires_at > ${audit.at} and revoked_at is null and used < max_uses)`;
  const [gone] = await db.batch([
    db
      .delete(policies)
      .where(and(eq(policies.id, id), isFree))
      .returning({ id: policies.id }),
    auditIfChanged(db, audit),
    db.delete(policyRevisions).where(and(eq(policyRevisions.policyId, id), sql`changes() = 1`)),
  ]);
  return gone.length === 1;
}

/** Every policy of the tenant at its newest revision. */
export function newestRevisions(db: Database, tenantId: string) {
  return db
    .select({
      id: policies.id,
      revision: policyRevisions.revision,
      intervalS: policyRevisions.intervalS,
    })
    .from(policies)
    .innerJoin(policyRevisions, and(eq(policyRevisions.policyId, policies.id), newest))
    .where(eq(policies.tenantId, tenantId));
}
