import { and, asc, count, gt, isNull, max, sql } from "drizzle-orm";
import type { PageRequest } from "../../http/contract/index.ts";
import { countRows, mentions, type Database } from "../../platform/index.ts";
import type { Role } from "../permissions.ts";
import { accessTokens, people, sessions } from "../tables.ts";
import { tokenEnd } from "../token-end.ts";
import { isOfTeam, type Team } from "./find-colleague.ts";
import { isOpen } from "./own-sessions.ts";

export interface Member {
  personId: string;
  name: string;
  role: Role;
  tenants: string[] | null;
  createdAt: number;
  createdBy: string;
  /** When their identity provider last gave them no place here. */
  withdrawnAt: number | null;
  /** Null: has never signed in. */
  seenAt: number | null;
  /** How many sessions, passkeys and tokens let the person in now. */
  sessions: number;
  passkeys: number;
  tokens: number;
}

/** The people of a tenant, or the operators; with `q` those whose name or id has it. */
export async function listPeople(
  db: Database,
  team: Team,
  page: PageRequest,
  now: number,
  q?: string,
) {
  const found =
    q === undefined ? undefined : mentions(sql`${people.name} || ' ' || ${people.id}`, q);
  const where = and(isNull(people.disabledAt), isOfTeam(team), found);
  const counts = and(sql`${tokenEnd} is null`, gt(accessTokens.expiresAt, now));
  const order = [asc(people.name), asc(people.id)];
  // The page is chosen first, so that sessions of other people are not read.
  const shown = db
    .select()
    .from(people)
    .where(where)
    .orderBy(...order)
    .limit(page.limit)
    .offset(page.offset)
    .as("people");
  const [items, totals] = await db.batch([
    db
      .select({
        personId: people.id,
        name: people.name,
        role: people.role,
        tenants: people.tenants,
        createdBy: people.createdBy,
        createdAt: people.createdAt,
        withdrawnAt: people.withdrawnAt,
        seenAt: max(sessions.seenAt),
        sessions: count(sql`case when ${isOpen(now)} then 1 end`),
        passkeys: sql<number>`(select count(*) from passkeys held
          where held.person_id = ${people.id})`,
        tokens: sql<number>`(select count(*) from ${accessTokens}
          where ${accessTokens.personId} = ${people.id} and ${counts})`,
      })
      .from(shown)
      .leftJoin(sessions, sql`${sessions.personId} = ${people.id}`)
      .groupBy(people.id)
      .orderBy(...order),
    countRows(db, people, where),
  ]);
  const members: Member[] = items;
  return { items: members, total: totals[0]?.total ?? 0 };
}
