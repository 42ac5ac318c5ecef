import * as z from "zod";
import { TENANT_ID } from "../access/claim-tenant.ts";
import { time } from "../http/contract/index.ts";
import { parseJson } from "../http/index.ts";

/** Parts of a key, and with it of a row and a file that one batch writes for all its events. */
const id = z.string().regex(/^[^/]{1,128}$/);

const stamped = z.looseObject({
  tenant_id: z.string().regex(TENANT_ID),
  agent_id: id,
  ingest_id: id,
  event_id: z.string().nullable(),
  received_at: time,
});

export interface QueuedEvent {
  /**
   * The same for every delivery of one event. Made of our own id, not the agent's: the agent's object
   * has sorted out repeated events already, and an agent may use the id of an event of ours.
   */
  key: string;
  tenantId: string;
  agentId: string;
  eventId: string | null;
  day: string;
  line: string;
}

/** A message is the stamped line itself; undefined when it is not one of ours. */
export function readMessage(body: unknown): QueuedEvent | undefined {
  if (typeof body !== "string") return undefined;
  const parsed = stamped.safeParse(parseJson(body));
  if (!parsed.success) return undefined;
  const { tenant_id, agent_id, ingest_id, event_id, received_at } = parsed.data;
  return {
    key: `${tenant_id}/${agent_id}/${ingest_id}`,
    tenantId: tenant_id,
    agentId: agent_id,
    eventId: event_id,
    day: received_at.slice(0, 10),
    line: body,
  };
}
