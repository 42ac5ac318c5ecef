import { doneBy } from "../../access/audit.ts";
import type { Person } from "../../access/principal.ts";
import { isRefusal, refuse, type Refusal } from "../../http/index.ts";
import {
  database,
  sha256,
  uuidv7,
  type Database,
  type RequestSurroundings,
} from "../../platform/index.ts";
import { mayOrder } from "./actions.ts";
import { takeTurn } from "./run-orders.ts";
import { MAX_ORDERED } from "./schemas.ts";
import { sayFilter } from "./say-filter.ts";
import { selectAgents, type Selection } from "./select-agents.ts";
import { countOpen, findByKey, findOrder, insertOrder, type OrderRow } from "./store.ts";

/** How many orders of one tenant, or of all together, may be under way. */
export const MAX_OPEN = 10;
/** How much of a filter the audit log is told. */
const MAX_TRACED = 1_000;

interface Order extends Selection {
  /** How many agents the caller was shown. */
  expected: number;
  /** The caller's Idempotency-Key. */
  key?: string | undefined;
}

/** Orders an action, and begins with it at once: the first agents do not wait for the next minute. */
export async function giveOrder(site: RequestSurroundings, by: Person, order: Order) {
  const { env, platform, outlive } = site;
  const placed = await placeOrder(database(env), by, order, platform.now());
  if (!isRefusal(placed) && !placed.replayed) outlive(takeTurn(site, placed.row));
  return placed;
}

/**
 * Orders an action for the agents that fit at this moment. If they are not as many as the caller was
 * shown, nothing is ordered.
 */
export async function placeOrder(
  db: Database,
  by: Person,
  { expected, key, ...selection }: Order,
  now: number,
): Promise<{ row: OrderRow; replayed: boolean } | Refusal> {
  const { action, tenantId, agentIds, filter = null } = selection;
  const refused = mayOrder(by, action);
  if (refused !== undefined) return refused;
  // The number of a form comes as it was sent.
  if (!Number.isInteger(expected) || expected < 1 || expected > MAX_ORDERED) {
    return selectionChanged();
  }
  const orderKey = key === undefined ? null : sha256(`${by.subject} ${key}`);
  const orderHash = sha256(JSON.stringify([action, tenantId, agentIds, filter, expected]));
  const earlier = await earlierOrder(db, orderKey, orderHash);
  if (earlier !== undefined) return earlier;
  const where = await selectAgents(db, selection, now);
  if (isRefusal(where)) return where;
  const row = {
    ...newRow(by, now),
    tenantId,
    action,
    filter: filter && { ...filter },
    total: expected,
    orderKey,
    orderHash,
  };
  const traced = filter && JSON.stringify(sayFilter({ ...filter })).slice(0, MAX_TRACED);
  const trace = { at: now, ...doneBy(by), action: "fleet.bulk_ordered", target: row.id };
  await insertOrder(db, row, where, { most: MAX_OPEN, trace, traced });
  const made = await findOrder(db, row.id);
  if (made !== undefined) return { row: made, replayed: false };
  return (await earlierOrder(db, orderKey, orderHash)) ?? (await refuseOrder(db, tenantId));
}

/** An order of which nothing is done yet. */
function newRow(by: Person, now: number) {
  return {
    id: uuidv7(now),
    done: 0,
    gone: 0,
    failed: 0,
    askedBy: by.subject,
    requestId: by.requestId ?? null,
    askedAt: now,
    cancelledAt: null,
    endedAt: null,
    failedAt: null,
    stopReason: null,
  };
}

async function earlierOrder(db: Database, orderKey: string | null, orderHash: string) {
  const row = orderKey === null ? undefined : await findByKey(db, orderKey);
  if (row === undefined) return undefined;
  if (row.orderHash === orderHash) return { row, replayed: true };
  const message = "This Idempotency-Key was used for another order.";
  return refuse(422, "idempotency_key_reused", message);
}

async function refuseOrder(db: Database, tenantId: string | null): Promise<Refusal> {
  if ((await countOpen(db, tenantId)) >= MAX_OPEN) {
    return refuse(409, "bulk_limit", `At most ${MAX_OPEN} orders may be under way at a time.`);
  }
  return selectionChanged();
}

function selectionChanged(): Refusal {
  return refuse(
    409,
    "selection_changed",
    "The agents that fit are not as many as expected; nothing was ordered.",
  );
}
