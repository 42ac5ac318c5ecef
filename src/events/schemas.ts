import * as z from "zod";
import { pageSchema, pagingQuery, time } from "../http/contract/index.ts";
import { MAX_REPLAYED } from "./replay-events.ts";

const MAX_NAME = 128;
const id = z.string().min(1).max(MAX_NAME);

export const deadQuery = z.object({
  ...pagingQuery,
  tenant: id.optional(),
  reason: id.optional(),
  replayed: z.enum(["true", "false"]).optional(),
});

const deadEvent = z
  .strictObject({
    id: z.string(),
    tenant_id: z.string().nullable(),
    agent_id: z.string().nullable(),
    event_id: z.string().nullable(),
    reason: z.string(),
    body: z.string(),
    failed_at: time,
    replayed_at: time.nullable(),
  })
  .meta({ id: "DeadEvent" });

export const deadPage = pageSchema(deadEvent);

export const replayRequest = z.strictObject({ ids: z.array(id).min(1).max(MAX_REPLAYED) });
export const replayResponse = z
  .strictObject({ replayed: z.int() })
  .meta({ id: "EventReplayResponse" });
