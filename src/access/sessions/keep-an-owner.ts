import { sql, type SQL } from "drizzle-orm";
import { refuse, type Refusal } from "../../http/index.ts";
import { people } from "../tables.ts";

const STAFF = sql`other.tenants is null`;

/**
 * Holds for everybody but the tenant's last owner. It stands in the very statement that takes an
 * owner away, so that two owners who leave at once cannot both go.
 */
export function isNotLastOwner(personId: string, tenantId: string): SQL {
  return sql`(${isNoOwner(personId)} or ${hasOwnerBeside(personId, isOf(sql`${tenantId}`))})`;
}

/** The same for the operators: an owner must stay, and where there is none, somebody. */
export function isNotLastOperator(personId: string): SQL {
  const may = sql`(other.role = 'owner' or ${people.role} <> 'owner')`;
  return sql`(not ${hasComeIn(sql`${personId}`)} or ${hasBeside(personId, may, STAFF)})`;
}

/** The same for all tenants of the person: his role is the same in each of them. */
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

/** Whoever was invited and has never come in may never come: he is no owner yet, for either side. */
function isNoOwner(personId: string): SQL {
  return sql`(${people.role} <> 'owner' or not ${hasComeIn(sql`${personId}`)})`;
}

function hasOwnerBeside(personId: string, isOfThem: SQL): SQL {
  return hasBeside(personId, sql`other.role = 'owner'`, isOfThem);
}

function hasBeside(personId: string, may: SQL, isOfThem: SQL): SQL {
  return sql`exists (
    select 1 from people other where other.id <> ${personId} and ${may}
      and other.disabled_at is null and ${hasComeIn(sql`other.id`)} and ${isOfThem})`;
}

function isOf(tenantId: SQL): SQL {
  return sql`exists (select 1 from json_each(other.tenants) theirs where theirs.value = ${tenantId})`;
}

/** Whether a person was ever here: the last of a person's sessions is never deleted. */
function hasComeIn(personId: SQL): SQL {
  return sql`exists (select 1 from sessions come where come.person_id = ${personId})`;
}
