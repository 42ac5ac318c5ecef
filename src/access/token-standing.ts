import { sql, type SQL } from "drizzle-orm";
import { OF_PROVIDER } from "./sessions/index.ts";
import { accessTokens, tenantErasures } from "./tables.ts";

/** When a token ended for good before its time. The withdrawn may come back, and their tokens with them. */
const goneAt: SQL<number | null> = sql`coalesce(access_tokens.revoked_at, (
  select owner.disabled_at from people owner where owner.id = access_tokens.person_id))`.mapWith(
  accessTokens.revokedAt,
);

const isAway: SQL<boolean> = sql`exists (select 1 from people owner
  where owner.id = access_tokens.person_id and owner.withdrawn_at is not null)`.mapWith(Boolean);

/**
 * A token's tenants without the erased ones and those that its owner has left; null for all tenants.
 * The row of an identity provider's person need not have all tenants, so it takes none away.
 */
export const tokenTenants: SQL<string[] | null> =
  sql`case when access_tokens.tenants is not null then (
    select json_group_array(own.value) from json_each(access_tokens.tenants) own
    where own.value not in (select tenant_id from ${tenantErasures})
    and not exists (select 1 from people owner
      where owner.id = access_tokens.person_id and owner.id not like ${`${OF_PROVIDER}%`}
      and owner.tenants is not null
      and own.value not in (select held.value from json_each(owner.tenants) held))) end`.mapWith(
    accessTokens.tenants,
  );

/** What a token's state is told by. */
export const tokenStanding = { goneAt, isAway, tenantsLeft: tokenTenants };
