import { database } from "../platform/index.ts";
import { findEvent, markDispatched, type TenantEvent } from "../tenants/index.ts";
import { objectOf } from "./endpoints/object-of.ts";
import { activeEndpoints, type EndpointRow } from "./endpoints/store.ts";
import { isEventType } from "./event-types.ts";
import type { EndpointFilter } from "./schemas.ts";

/** Hands one event to every endpoint that wants it. Repeating it hands over nothing twice. */
export async function fanOut(env: Cloudflare.Env, eventId: string, now: number): Promise<void> {
  const db = database(env);
  const event = await findEvent(db, eventId);
  if (event === undefined) return;
  const endpoints = await activeEndpoints(db, event.tenantId);
  const body = bodyOf(event);
  const { id, type } = event;
  await Promise.all(
    endpoints
      .filter((endpoint) => wants(endpoint, event))
      .map((endpoint) => objectOf(env, endpoint.id).deliver({ id, type, body })),
  );
  await markDispatched(db, eventId, now);
}

/** The payload of Standard Webhooks: the same bytes for every endpoint, attempt and replay. */
export function bodyOf({ type, data, createdAt }: TenantEvent): string {
  return JSON.stringify({ type, timestamp: new Date(createdAt).toISOString(), data });
}

function wants({ id, events, filter }: EndpointRow, { type, data }: TenantEvent): boolean {
  if (!isEventType(type) || !events.includes(type)) return false;
  if (type === "endpoint.disabled" && data["endpointId"] === id) return false;
  return type !== "inspection.flagged" || passes(filter, data);
}

function passes({ verdicts, minScore, channels }: EndpointFilter, data: Record<string, unknown>) {
  const { verdict, score, channel } = data;
  if (verdicts !== undefined && !(verdicts as unknown[]).includes(verdict)) return false;
  if (channels !== undefined && !(channels as unknown[]).includes(channel)) return false;
  return minScore === undefined || Number(score) >= minScore;
}
