import * as z from "zod";
import { time, pageSchema } from "../../http/contract/index.ts";
import { replayRange } from "./schemas.ts";

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
export type Attempt = z.infer<typeof attempt>;
export type Replayed = z.infer<typeof replayed>;
