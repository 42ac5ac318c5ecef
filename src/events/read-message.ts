import * as z from "zod";
import { TENANT_ID } from "../access/claim-tenant.ts";
import { time } from "../http/contract/index.ts";
import { parseJson } from "../http/index.ts";

/** Parts of an event's key, and of the name of its file. */
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
   * The same for every delivery of one event. It is made of our own id, because an agent could choose
   * the id of another event; repeated events were sorted out by the agent's object already.
   */
  key: string;
  tenantId: string;
  agentId: string;
  eventId: string | null;
  day: string;
  line: string;
}

/** Reads a message, which is a stamped line; undefined if it is not one of ours. */
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
