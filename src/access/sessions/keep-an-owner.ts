import { sql, type SQL } from "drizzle-orm";
import { refuse, type Refusal } from "../../http/index.ts";
import { people } from "../tables.ts";

const STAFF = sql`other.tenants is null`;

/**
 * A condition: the person is not the tenant's last owner. It is part of the statement that takes an
 * owner away, so that of two owners who leave at once one must stay.
 */
export function isNotLastOwner(personId: string, tenantId: string): SQL {
  return sql`(${isNoOwner(personId)} or ${hasOwnerBeside(personId, isOf(sql`${tenantId}`))})`;
}

/** The same for operators: an owner must stay; if there is no owner, anybody. */
export function isNotLastOperator(personId: string): SQL {
  const may = sql`(other.role = 'owner' or ${people.role} <> 'owner')`;
  return sql`(${isOut(personId)} or ${hasBeside(personId, may, STAFF)})`;
}

/** The same for all tenants of the person, because the role is the same in each. */
export function isNowhereLastOwner(personId: string): SQL {
  return sql`(${isNoOwner(personId)} or iif(${people.tenants} is null,
    ${hasOwnerBeside(personId, STAFF)}, not exists (
    select 1 from json_each(${people.tenants}) mine
      where not ${hasOwnerBeside(personId, isOf(sql`mine.value`))})))`;
}

export function refuseLastOperator(): Refusal {
  return refuse(409, "last_operator", "An operator must stay, and an owner where there is one.");
}

export function refuseLastOwner(): Refusal {
  return refuse(409, "last_owner", "At least one owner must stay.");
}

function isNoOwner(personId: string): SQL {
  return sql`(${people.role} <> 'owner' or ${isOut(personId)})`;
}

/** Whether the person has never signed in (who was invited may never come), or is withdrawn. */
function isOut(personId: string): SQL {
  return sql`(not ${hasComeIn(sql`${personId}`)} or ${people.withdrawnAt} is not null)`;
}

function hasOwnerBeside(personId: string, isOfThem: SQL): SQL {
  return hasBeside(personId, sql`other.role = 'owner'`, isOfThem);
}

function hasBeside(personId: string, may: SQL, isOfThem: SQL): SQL {
  return sql`exists (
    select 1 from people other where other.id <> ${personId} and ${may}
      and coalesce(other.disabled_at, other.withdrawn_at) is null and ${hasComeIn(sql`other.id`)} and ${isOfThem})`;
}

function isOf(tenantId: SQL): SQL {
  return sql`exists (select 1 from json_each(other.tenants) theirs where theirs.value = ${tenantId})`;
}

/** Whether a person has ever signed in: a person's last session is never deleted. */
function hasComeIn(personId: SQL): SQL {
  return sql`exists (select 1 from sessions come where come.person_id = ${personId})`;
}
