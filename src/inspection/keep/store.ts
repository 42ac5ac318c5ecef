import { sql } from "drizzle-orm";
import type { Database } from "../../platform/index.ts";
import { keptUntil } from "../../tenants/store.ts";
import { eventsStatement, type TenantEvent } from "../../tenants/tenant-events.ts";
import { hasActiveEndpoint, hasEndpoint } from "../../webhooks/endpoints/store.ts";
import { keepAnswers, type Answered } from "../idempotency/store.ts";
import type { InspectionRow } from "../store.ts";
import { inspections } from "../tables.ts";

const TAKERS = { mayAsk: hasEndpoint, wait: hasActiveEndpoint };

/** Everything that is stored of one inspection. It is written in one batch or not at all. */
export interface Keeping {
  row: Omit<InspectionRow, "expiresAt">;
  event: TenantEvent | undefined;
  /** The answer for repeated requests with the same Idempotency-Key. */
  keptAnswer: Answered | undefined;
}

/**
 * Stores the inspections of many requests; storing them again changes nothing. Returns the ids of the
 * events that must be fanned out: a tenant without endpoints gets no event, and if all its endpoints
 * are switched off, its event is not fanned out.
 */
export async function putInspections(db: Database, all: readonly Keeping[]): Promise<string[]> {
  const rows = JSON.stringify(
    all.map(({ row }) => ({ ...row, layers: JSON.stringify(row.layers) })),
  );
  const until = keptUntil(sql`value ->> 'tenantId'`, sql`(value ->> 'createdAt')`);
  // In the order of the table's columns. `materialized` has each row written out of the JSON once, and
  // not for each column anew.
  const insert = db
    .insert(inspections)
    .select(
      sql`with given as materialized (select value from json_each(${rows}))
        select value ->> 'id', value ->> 'tenantId', value ->> 'keyId', value ->> 'channel',
        value ->> 'messageHash', value ->> 'verdict', value ->> 'score', value ->> 'lang',
        value ->> 'layers', value ->> 'createdAt', ${until}
      from given where true`,
    )
    .onConflictDoNothing();
  const events = all.flatMap(({ event }) => event ?? []);
  const answers = all.flatMap(({ keptAnswer }) => keptAnswer ?? []);
  const [, written] = await db.batch([
    insert,
    ...(events.length === 0 ? [] : [eventsStatement(db, events, TAKERS)]),
    ...(answers.length === 0 ? [] : [keepAnswers(db, answers)]),
  ]);
  if (!Array.isArray(written)) return [];
  return written.filter(({ dispatchedAt }) => dispatchedAt === null).map(({ id }) => id);
}
