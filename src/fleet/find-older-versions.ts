import { sql } from "drizzle-orm";
import type { Reach } from "../access/principal.ts";
import { refuseField, type Refusal } from "../http/index.ts";
import type { Database } from "../platform/index.ts";
import { isOlder } from "./semver.ts";

/** Agents report any text as their version. */
const MOST_VERSIONS = 3_000;
/** The older ones are asked for as one parameter, which D1 takes up to two million bytes. */
const MOST_BYTES = 1_900_000;

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
  const older = rows.map(({ version }) => version).filter((one) => isOlder(one, than) === true);
  return Buffer.byteLength(JSON.stringify(older)) > MOST_BYTES ? refuseMany() : older;
}

function refuseMany(): Refusal {
  return refuseField(
    "version_below",
    `must be asked of agents with at most ${MOST_VERSIONS} different versions, shorter ones if they are so many; name a tenant`,
  );
}
