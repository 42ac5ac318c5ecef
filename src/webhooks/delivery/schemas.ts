import * as z from "zod";
import { moment, time } from "../../http/contract/index.ts";

const MAX_EVENT_ID = 128;

export const replayOne = z.strictObject({ eventId: z.string().min(1).max(MAX_EVENT_ID) });
export const replayRange = z.strictObject({
  since: moment,
  until: moment.optional(),
  /** Of the events at `since` itself only those with a higher id; the last call ended there. */
  after: z.string().min(1).max(MAX_EVENT_ID).optional(),
});
export const replayOrder = z.union([replayOne, replayRange]);

export const endpointHealth = z
  .strictObject({
    waiting: z.int(),
    overdueSince: time.nullable(),
    nextAttemptAt: time.nullable(),
    failuresInARow: z.int(),
    failingSince: time.nullable(),
    switchedOffAfter: time.nullable(),
  })
  .meta({ id: "WebhookHealth" });

export type EndpointHealth = z.infer<typeof endpointHealth>;

export type ReplayOrder = z.infer<typeof replayOrder>;
export type ReplayRange = z.infer<typeof replayRange>;
