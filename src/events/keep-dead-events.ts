import { erasedAmong } from "../access/erased-tenants.ts";
import type { Database } from "../platform/index.ts";
import type { DeadLetter } from "./consumer.ts";
import { readMessage } from "./read-message.ts";
import { insertDead } from "./store.ts";

type Letter = DeadLetter & { id: string };

/** Keeps dead letters in D1, with what can be read of their events; none of a tenant that is erased. */
export async function keepDeadEvents(db: Database, letters: Letter[], now: number): Promise<void> {
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
      failedAt: now,
      replayedAt: null,
    };
  });
  const erased = await erasedAmong(
    db,
    rows.flatMap(({ tenantId }) => tenantId ?? []),
  );
  await insertDead(
    db,
    rows.filter(({ tenantId }) => tenantId === null || !erased.has(tenantId)),
  );
}
