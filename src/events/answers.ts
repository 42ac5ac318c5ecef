import * as z from "zod";
import { time, pageSchema } from "../http/contract/index.ts";

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

export const replayResponse = z
  .strictObject({ replayed: z.int() })
  .meta({ id: "EventReplayResponse" });
