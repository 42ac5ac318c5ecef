import { and, eq, gt, gte, inArray, lt, lte, sql, type SQL } from "drizzle-orm";
import type { Reach } from "../access/principal.ts";
import { isRefusal, type Refusal } from "../http/index.ts";
import { among, DAY_MS, type Database } from "../platform/index.ts";
import { SILENT, SILENT_STATES, type EffectiveState } from "./effective-state.ts";
import { findOlderVersions } from "./find-older-versions.ts";
import type { AgentFilter } from "./list-schemas.ts";
import { hasPolicy } from "./policies/has-policy.ts";
import { ACTIVE_SQL, stateSql } from "./state-sql.ts";
import { agents } from "./tables.ts";

/** Filters of the portal in addition to those of the API. */
export interface Filter extends AgentFilter {
  /** The id of the code by which the agent enrolled. */
  code?: string | undefined;
  /** `name=value`, as a label is shown; it must match exactly, while `q` also finds longer ones. */
  label?: string | undefined;
}

/** A filter that has, in the place of `version_below`, the versions that are older. */
export interface ReadyFilter extends Omit<Filter, "version_below"> {
  version_below?: never;
  older?: string[];
}

/** The state in SQL. */
export function stateAt(now: number): SQL<EffectiveState> {
  return sql<EffectiveState>`(${sql.raw(stateSql(now))})`;
}

/** Finds out which versions count as older. */
export async function readyFilter(
  db: Database,
  reach: Reach,
  filter: Filter,
): Promise<ReadyFilter | Refusal> {
  const { version_below: below, ...rest } = filter;
  if (below === undefined) return rest;
  const within = filter.tenant === undefined ? reach : [filter.tenant];
  const older = await findOlderVersions(db, within, below);
  return isRefusal(older) ? older : { ...rest, older };
}

/** The conditions of a filter, of which all must hold. */
export function conditions(reach: Reach, filter: ReadyFilter, now: number): SQL[] {
  const found = ofTenants(reach, filter);
  if (filter.region !== undefined) found.push(eq(agents.region, filter.region));
  if (filter.role !== undefined) found.push(eq(agents.role, filter.role));
  if (filter.code !== undefined) found.push(eq(agents.codeId, filter.code));
  if (filter.label !== undefined) found.push(hasLabel(filter.label));
  if (filter.conflict !== undefined) found.push(isInConflict(filter.conflict));
  if (filter.policy !== undefined) {
    found.push(hasPolicy(filter.policy, and(...ofTenants(reach, filter))));
  }
  if (filter.version !== undefined) found.push(eq(agents.version, filter.version));
  if (filter.older !== undefined) found.push(among(agents.version, filter.older));
  found.push(...ofTimes(filter, now));
  if (filter.after !== undefined) found.push(gt(agents.agentId, filter.after));
  if (filter.q !== undefined) {
    found.push(sql`instr(${agents.search}, ${filter.q.toLowerCase()}) > 0`);
  }
  if (filter.status !== undefined) found.push(hasStatus(filter.status, now));
  return found;
}

/** The tenants that count. All are named if an index begins with the tenant and goes on with a filter. */
function ofTenants(reach: Reach, filter: ReadyFilter): SQL[] {
  const found: SQL[] = [];
  if (reach !== "all") found.push(among(agents.tenantId, reach));
  if (filter.tenant !== undefined) found.push(eq(agents.tenantId, filter.tenant));
  const { version, older, cert_expired: expired, cert_expires_within_days: days } = filter;
  const isIndexed = [version, older, expired, days].some((one) => one !== undefined);
  if (found.length === 0 && isIndexed) {
    found.push(sql`${agents.tenantId} in (select id from tenants)`);
  }
  return found;
}

function ofTimes(filter: ReadyFilter, now: number): SQL[] {
  const { cert_expired: expired, cert_expires_within_days: days } = filter;
  const { last_seen_before: before, last_seen_after: since } = filter;
  const found: SQL[] = [];
  if (days !== undefined) found.push(lte(agents.certNotAfter, now + days * DAY_MS));
  if (expired === true) found.push(lt(agents.certNotAfter, now));
  if (expired === false || days !== undefined) found.push(gte(agents.certNotAfter, now));
  if (before !== undefined) found.push(lt(agents.lastSeen, before), gt(agents.lastSeen, 0));
  if (since !== undefined) found.push(gt(agents.lastSeen, since));
  return found;
}

/** Written into the text, because SQLite takes a partial index for a number that it sees. */
function isInConflict(flag: boolean): SQL {
  return sql`${agents.conflict} = ${sql.raw(flag ? "1" : "0")}`;
}

function hasLabel(label: string): SQL {
  return sql`exists (select 1 from json_each(${agents.labels})
    where json_each.key || '=' || json_each.value = ${label})`;
}

function hasStatus(status: NonNullable<Filter["status"]>, now: number): SQL {
  if (status === SILENT) return inArray(stateAt(now), SILENT_STATES);
  return status === "active" ? sql.raw(ACTIVE_SQL) : sql`${stateAt(now)} = ${status}`;
}
