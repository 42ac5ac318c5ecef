import { sql, type SQL } from "drizzle-orm";
import { refuse, type Refusal } from "../http/index.ts";
import type { Holders } from "./held-tenants.ts";

/** The most credentials of one kind that one tenant may have at a time. */
export const MOST_CREDENTIALS = 1_000;
export const MOST_PEOPLE = 1_000;
/** Holders that reach all tenants are counted apart, with a limit that is so many times higher. */
const TIMES_FOR_ALL = 10;

/** Whether all of these tenants have room for one more. It is part of the statement that adds one. */
export function hasRoom(
  table: Holders,
  tenants: readonly string[] | null,
  counts: SQL | undefined,
  most: number,
): SQL {
  if (tenants === null) {
    return sql`(select count(*) from ${table}
      where ${table.tenants} is null and ${counts}) < ${TIMES_FOR_ALL * most}`;
  }
  const named = JSON.stringify(tenants);
  return sql`not exists (select 1 from ${table}, json_each(${table.tenants}) named
    where named.value in (select value from json_each(${named})) and ${counts}
    group by named.value having count(*) >= ${most})`;
}

export function tooManyCredentials(): Refusal {
  const message = `There may be ${MOST_CREDENTIALS} for a tenant at a time; revoke those that are not used.`;
  return refuse(409, "credential_limit", message);
}

export function tooManyPeople(): Refusal {
  return refuse(409, "people_limit", `A tenant may have at most ${MOST_PEOPLE} people.`);
}
