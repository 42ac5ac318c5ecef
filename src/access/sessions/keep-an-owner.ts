import { sql, type SQL } from "drizzle-orm";
import { refuse, type Refusal } from "../../http/index.ts";
import { people } from "../tables.ts";

/**
 * Holds for everybody but the tenant's last owner. It stands in the very statement that takes an
 * owner away, so that two owners who leave at once cannot both go.
 */
export function isNotLastOwner(personId: string, tenantId: string): SQL {
  return sql`(${people.role} <> 'owner' or ${hasOwnerBeside(personId, sql`${tenantId}`)})`;
}

/** The same for all tenants of the person: his role is the same in each of them. */
export function isNowhereLastOwner(personId: string): SQL {
  return sql`(${people.role} <> 'owner' or not exists (
    select 1 from json_each(${people.tenants}) mine
      where not ${hasOwnerBeside(personId, sql`mine.value`)}))`;
}

export function refuseLastOwner(): Refusal {
  return refuse(409, "last_owner", "At least one owner must stay.");
}

function hasOwnerBeside(personId: string, tenantId: SQL): SQL {
  return sql`exists (
    select 1 from people other where other.id <> ${personId} and other.role = 'owner'
      and other.disabled_at is null
      and exists (select 1 from json_each(other.tenants) theirs where theirs.value = ${tenantId}))`;
}
