import { and, asc, count, isNull, max, sql } from "drizzle-orm";
import type { PageRequest } from "../../http/contract/index.ts";
import type { Database } from "../../platform/index.ts";
import type { Role } from "../permissions.ts";
import { holdsTenant } from "../held-tenants.ts";
import { people, sessions } from "../tables.ts";

export interface Member {
  personId: string;
  name: string;
  role: Role;
  tenants: string[] | null;
  createdAt: number;
  /** Null: has never come in. */
  seenAt: number | null;
}

/** Who may sign in for the tenant. Staff, who reach all tenants, are not of this one. */
export async function listPeople(db: Database, tenantId: string, page: PageRequest) {
  const where = and(isNull(people.disabledAt), holdsTenant(people.tenants, tenantId));
  const [items, totals] = await db.batch([
    db
      .select({
        personId: people.id,
        name: people.name,
        role: people.role,
        tenants: people.tenants,
        createdAt: people.createdAt,
        seenAt: max(sessions.seenAt),
      })
      .from(people)
      .leftJoin(sessions, sql`${sessions.personId} = ${people.id}`)
      .where(where)
      .groupBy(people.id)
      .orderBy(asc(people.name), asc(people.id))
      .limit(page.limit)
      .offset(page.offset),
    db.select({ total: count() }).from(people).where(where),
  ]);
  const members: Member[] = items;
  return { items: members, total: totals[0]?.total ?? 0 };
}
