import type { PageRequest } from "../../http/contract/index.ts";
import { MINUTE_MS, type Database } from "../../platform/index.ts";
import { countWaiting } from "../../tenants/tenant-events.ts";
import { listSwitchedOff } from "../../webhooks/endpoints/store.ts";
import type { Concern } from "./find-attention.ts";

/** If fan-out works, the sweep hands events on within two minutes. */
const STUCK_AFTER_MS = 5 * MINUTE_MS;

/** What D1 knows about webhooks. How deliveries go is known only to the object of each endpoint. */
export async function findWebhookConcerns(
  db: Database,
  now: number,
  named: PageRequest,
): Promise<Concern[]> {
  const [{ items, total }, stuck] = await Promise.all([
    listSwitchedOff(db, now, named),
    countWaiting(db, now - STUCK_AFTER_MS),
  ]);
  const things = items.map(({ tenantId, id }) => ({
    href: `/portal/t/${tenantId}/webhooks/${id}`,
    label: tenantId,
  }));
  return [
    { kind: "endpoints", count: total, href: "/portal/tenants", things },
    { kind: "unsentEvents", count: stuck, href: "/portal/jobs", things: [] },
  ];
}
