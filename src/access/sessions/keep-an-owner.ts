import { sql, type SQL } from "drizzle-orm";
import { refuse, type Refusal } from "../../http/index.ts";
import { people } from "../tables.ts";

/**
 * Holds for everybody but the tenant's last owner. It stands in the very statement that takes an
 * owner away, so that two owners who leave at once cannot both go.
 */
export function isNotLastOwner(personId: string, tenantId: string): SQL {
  return sql`(${isNoOwner(personId)} or ${hasOwnerBeside(personId, sql`${tenantId}`)})`;
}

/** The same for all tenants of the person: his role is the same in each of them. */
export function isNowhereLastOwner(personId: string): SQL {
  return sql`(${isNoOwner(personId)} or not exists (
    select 1 from json_each(${people.tenants}) mine
      where not ${hasOwnerBeside(personId, sql`mine.value`)}))`;
}

export function refuseLastOwner(): Refusal {
  return refuse(409, "last_owner", "At least one owner must stay.");
}

/** Whoever was invited and has never come in may never come: he is no owner yet, for either side. */
function isNoOwner(personId: string): SQL {
  return sql`(${people.role} <> 'owner' or not ${hasComeIn(sql`${personId}`)})`;
}

function hasOwnerBeside(personId: string, tenantId: SQL): SQL {
  return sql`exists (
    select 1 from people other where other.id <> ${personId} and other.role = 'owner'
      and other.disabled_at is null and ${hasComeIn(sql`other.id`)}
      and exists (select 1 from json_each(other.tenants) theirs where theirs.value = ${tenantId}))`;
}

/** Of the sessions of a person the last one is never forgotten. */
function hasComeIn(personId: SQL): SQL {
  return sql`exists (select 1 from sessions come where come.person_id = ${personId})`;
}
