import { erasedAmong } from "../access/erased-tenants.ts";
import {
  databaseBytes,
  MAX_DATABASE_BYTES,
  type Database,
  type Platform,
} from "../platform/index.ts";
import type { DeadLetter } from "./dead-letter.ts";
import { readMessage } from "./read-message.ts";
import { findDone, insertDead } from "./store.ts";

/**
 * When D1 is full to this share, events that are archived are not kept: a full D1 refuses all
 * writes.
 */
const KEPT_TO_SHARE = 0.8;

type Letter = DeadLetter & { id: string };

/**
 * Keeps dead letters in D1, with what can be read of their events. Those of erased tenants are
 * dropped.
 */
export async function keepDeadEvents(
  db: Database,
  letters: Letter[],
  { now, log }: Platform,
): Promise<void> {
  const at = now();
  const rows = letters.map(({ id, reason, body }) => {
    const event = readMessage(body);
    return {
      id,
      reason,
      body,
      tenantId: event?.tenantId ?? null,
      agentId: event?.agentId ?? null,
      eventId: event?.eventId ?? null,
      eventKey: event?.key ?? null,
      failedAt: at,
      replayedAt: null,
    };
  });
  const erased = await erasedAmong(
    db,
    rows.flatMap(({ tenantId }) => tenantId ?? []),
  );
  const keys = rows.flatMap(({ eventKey }) => eventKey ?? []);
  const isFull = (await databaseBytes(db)) >= KEPT_TO_SHARE * MAX_DATABASE_BYTES;
  const archived = isFull ? await findDone(db, keys) : undefined;
  const standing = rows.filter(({ tenantId }) => tenantId === null || !erased.has(tenantId));
  const kept = standing.filter(({ eventKey }) => archived?.has(eventKey ?? "") !== true);
  const count = standing.length - kept.length;
  if (count > 0) log({ level: "error", event: "dead_events_not_kept", count });
  await insertDead(db, kept);
}
