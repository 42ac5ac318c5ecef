import type { PageRequest } from "../../http/contract/index.ts";
import { MINUTE_MS, type Database } from "../../platform/index.ts";
import { countWaiting } from "../../tenants/tenant-events.ts";
import { listSwitchedOff } from "../../webhooks/endpoints/store.ts";
import type { Concern } from "./find-attention.ts";

/** If fan-out works, the sweep hands events on within two minutes. */
const STUCK_AFTER_MS = 5 * MINUTE_MS;

/** Endpoints that are switched off. How deliveries go is known only to the object of each. */
export async function findSwitchedOff(
  db: Database,
  now: number,
  named: PageRequest,
): Promise<Concern[]> {
  const { items, total } = await listSwitchedOff(db, now, named);
  const things = items.map(({ tenantId, id }) => ({
    href: `/portal/t/${tenantId}/webhooks/${id}`,
    label: tenantId,
  }));
  return [{ kind: "endpoints", count: total, href: "/portal/tenants", things }];
}

/** Events that the job has not handed on, for those who may open its page. */
export async function findUnsent(db: Database, now: number): Promise<Concern[]> {
  const count = await countWaiting(db, now - STUCK_AFTER_MS);
  return [{ kind: "unsentEvents", count, href: "/portal/jobs", things: [] }];
}
