import { sql } from "drizzle-orm";
import type { Reach } from "../access/principal.ts";
import { refuseField, type Refusal } from "../http/index.ts";
import type { Database } from "../platform/index.ts";
import { isOlder } from "./semver.ts";

/** Agents report any text as their version. So many, at their longest, are one parameter of D1. */
const MOST_VERSIONS = 3_000;

/**
 * The versions of these tenants' agents that are older than this one. Only the versions are read, not
 * the agents: from one, an index leads to the next.
 */
export async function findOlderVersions(
  db: Database,
  reach: Reach,
  than: string,
): Promise<string[] | Refusal> {
  const owners =
    reach === "all"
      ? sql`select id from tenants`
      : sql`select value from json_each(${JSON.stringify(reach)})`;
  const rows = await db.all<{ version: string }>(sql`
    with recursive owners(id) as (${owners}), found(owner, version) as (
      select id, (select min(version) from agents where tenant_id = id) from owners
      union all
      select owner, (select min(a.version) from agents as a
        where a.tenant_id = owner and a.version > found.version)
      from found where found.version is not null)
    select distinct version from found where version is not null limit ${MOST_VERSIONS + 1}`);
  if (rows.length > MOST_VERSIONS) return refuseMany();
  return rows.map(({ version }) => version).filter((version) => isOlder(version, than) === true);
}

function refuseMany(): Refusal {
  return refuseField(
    "version_below",
    `must be asked of agents with at most ${MOST_VERSIONS} different versions; name a tenant`,
  );
}
