import * as z from "zod";
import { moment, pageSchema, time, unicode } from "../http/contract/index.ts";
import { tenantIdSchema } from "../tenants/schemas.ts";
import { EVENT_TYPES } from "./event-types.ts";

const VERDICTS = ["clean", "spam", "phishing"] as const;
const CHANNELS = ["email", "sms", "whatsapp"] as const;
const MAX_SCORE = 100;
const MAX_EVENT_ID = 128;
const MAX_URL = 2_000;
const MAX_DESCRIPTION = 500;
const MAX_PER_MINUTE = 6_000;
export const MAX_OVERLAP_SECONDS = 7 * 86_400;
export const DEFAULT_OVERLAP_SECONDS = 86_400;

const url = z.string().min(1).max(MAX_URL);
const description = unicode.max(MAX_DESCRIPTION).nullable();
const events = z.array(z.enum(EVENT_TYPES)).min(1).max(EVENT_TYPES.length);

/** Which inspections are worth a call; an absent part lets all of them through. */
const filter = z
  .strictObject({
    verdicts: z.array(z.enum(VERDICTS)).min(1).max(VERDICTS.length).optional(),
    minScore: z.int().min(0).max(MAX_SCORE).optional(),
    channels: z.array(z.enum(CHANNELS)).min(1).max(CHANNELS.length).optional(),
  })
  .meta({ id: "WebhookFilter" });

const maxPerMinute = z
  .int()
  .min(1)
  .max(MAX_PER_MINUTE)
  .nullable()
  .describe("The most calls in any minute, pings apart; null: as many as there are");
const ordered = z
  .boolean()
  .describe("One call after the other in the order of the events; a failing one holds up the rest");

export const newEndpoint = z.strictObject({
  url,
  events,
  description: description.default(null),
  filter: filter.default({}),
  maxPerMinute: maxPerMinute.default(null),
  ordered: ordered.default(false),
});

export const endpointChange = z
  .strictObject({
    url: url.optional(),
    events: events.optional(),
    description: description.optional(),
    filter: filter.optional(),
    maxPerMinute: maxPerMinute.optional(),
    ordered: ordered.optional(),
    paused: z.boolean().optional(),
  })
  .refine((change) => Object.keys(change).length > 0, "must change something")
  .meta({ minProperties: 1 });

export const secretRotation = z
  .strictObject({
    overlapSeconds: z.int().min(0).max(MAX_OVERLAP_SECONDS).default(DEFAULT_OVERLAP_SECONDS),
    force: z.boolean().default(false),
  })
  .prefault({});

export const replayOne = z.strictObject({ eventId: z.string().min(1).max(MAX_EVENT_ID) });
export const replayRange = z.strictObject({
  since: moment,
  until: moment.optional(),
  /** At `since` itself, only events with a higher id: where the last call ended. */
  after: z.string().min(1).max(MAX_EVENT_ID).optional(),
});
export const replayOrder = z.union([replayOne, replayRange]);

export const endpointParam = z.object({
  tenantId: tenantIdSchema,
  id: z.string().regex(/^wh_[0-9A-Za-z]{16}$/, "must be the id of an endpoint"),
});

export const endpoint = z
  .strictObject({
    id: z.string(),
    url: z.string(),
    description: z.string().nullable(),
    events: z.array(z.enum(EVENT_TYPES)),
    filter,
    maxPerMinute,
    ordered,
    status: z.enum(["active", "paused", "disabled"]),
    disabledReason: z.string().nullable(),
    createdBy: z.string(),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: "WebhookEndpoint" });

export const issuedEndpoint = endpoint
  .extend({ secret: z.string() })
  .meta({ id: "IssuedWebhookEndpoint" });
export const endpointPage = pageSchema(endpoint);
export const issuedSecret = z.strictObject({ secret: z.string() }).meta({ id: "WebhookSecret" });
export const pinged = z.strictObject({ eventId: z.string() }).meta({ id: "WebhookPing" });
export const replayed = z
  .strictObject({
    events: z.int(),
    /** There is more: the body of the call that goes on. */
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
    waiting: z.int().describe("How many deliveries are still to be made"),
    overdueSince: time
      .nullable()
      .describe(
        "Since when the delivery is due that has waited longest for its turn; it is given up after 14 days",
      ),
    nextAttemptAt: time.nullable(),
    failuresInARow: z.int(),
    failingSince: time.nullable(),
    switchedOffAfter: time
      .nullable()
      .describe("It is switched off after this time, unless a delivery succeeds before"),
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

export type EndpointHealth = z.infer<typeof endpointHealth>;
export type EndpointFilter = z.infer<typeof filter>;
export type NewEndpoint = z.infer<typeof newEndpoint>;
export type EndpointChange = z.infer<typeof endpointChange>;
export type Attempt = z.infer<typeof attempt>;
export type ReplayOrder = z.infer<typeof replayOrder>;
export type ReplayRange = z.infer<typeof replayRange>;
export type Replayed = z.infer<typeof replayed>;
