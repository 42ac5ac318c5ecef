import * as z from "zod";
import { moment, pageSchema, time } from "../../http/contract/index.ts";

const MAX_EVENT_ID = 128;

export const replayOne = z.strictObject({ eventId: z.string().min(1).max(MAX_EVENT_ID) });
export const replayRange = z.strictObject({
  since: moment,
  until: moment.optional(),
  /** Of the events at `since` itself only those with a higher id; the last call ended there. */
  after: z.string().min(1).max(MAX_EVENT_ID).optional(),
});
export const replayOrder = z.union([replayOne, replayRange]);

export const pinged = z.strictObject({ eventId: z.string() }).meta({ id: "WebhookPing" });
export const replayed = z
  .strictObject({
    events: z.int(),
    /** If there is more: the body of the next call. */
    next: replayRange.required().optional(),
  })
  .meta({ id: "WebhookReplay" });

const attempt = z.strictObject({
  at: time,
  /** Null where no answer came. */
  status: z.int().nullable(),
  ms: z.int(),
  error: z.enum(["dns", "address", "tls", "timeout", "http", "redirect", "network"]).optional(),
  response: z.string().optional(),
  nextAt: time.optional(),
  signedHeaders: z
    .record(z.string(), z.string())
    .optional()
    .describe("The headers that signed the call; absent where none went out"),
});

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

export const deliveryPage = pageSchema(
  z
    .strictObject({
      eventId: z.string(),
      type: z.string(),
      state: z.enum(["pending", "delivered", "failed"]),
      createdAt: time,
      attempts: z.array(attempt),
    })
    .meta({ id: "WebhookDelivery" }),
);

export const keySet = z.strictObject({
  keys: z.array(
    z.strictObject({
      kty: z.string(),
      crv: z.string(),
      x: z.string(),
      kid: z.string(),
      use: z.literal("sig"),
      alg: z.literal("EdDSA"),
    }),
  ),
});

export type KeySet = z.infer<typeof keySet>;
export type EndpointHealth = z.infer<typeof endpointHealth>;
export type Attempt = z.infer<typeof attempt>;
export type ReplayOrder = z.infer<typeof replayOrder>;
export type ReplayRange = z.infer<typeof replayRange>;
export type Replayed = z.infer<typeof replayed>;
