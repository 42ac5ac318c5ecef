import * as z from "zod";
import { changeOf, distinct, line } from "../http/contract/index.ts";
import { tenantIdSchema } from "../tenants/shared-schemas.ts";
import { EVENT_TYPES } from "./event-types.ts";

const VERDICTS = ["clean", "spam", "phishing"] as const;
const CHANNELS = ["email", "sms", "whatsapp"] as const;
const MAX_SCORE = 100;
const MAX_URL = 2_000;
const MAX_DESCRIPTION = 500;
const MAX_PER_MINUTE = 6_000;
export const MAX_OVERLAP_SECONDS = 7 * 86_400;
export const DEFAULT_OVERLAP_SECONDS = 86_400;

const url = z.string().min(1).max(MAX_URL);
const description = line.max(MAX_DESCRIPTION).nullable();
const events = someOf(EVENT_TYPES);

function someOf<const T extends readonly string[]>(values: T) {
  return distinct(z.array(z.enum(values)).min(1).max(values.length));
}

/** Which inspections are delivered. A field that is absent lets all through. */
export const filter = z
  .strictObject({
    verdicts: someOf(VERDICTS).optional(),
    minScore: z.int().min(0).max(MAX_SCORE).optional(),
    channels: someOf(CHANNELS).optional(),
  })
  .meta({ id: "WebhookFilter" });

export const maxPerMinute = z
  .int()
  .min(1)
  .max(MAX_PER_MINUTE)
  .nullable()
  .describe("The most calls in any minute, pings apart; null: as many as there are");
export const ordered = z
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

export const endpointChange = changeOf({
  url: url.optional(),
  events: events.optional(),
  description: description.optional(),
  filter: filter.optional(),
  maxPerMinute: maxPerMinute.optional(),
  ordered: ordered.optional(),
  paused: z.boolean().optional(),
});

export const secretRotation = z
  .strictObject({
    overlapSeconds: z.int().min(0).max(MAX_OVERLAP_SECONDS).default(DEFAULT_OVERLAP_SECONDS),
    force: z.boolean().default(false),
  })
  .prefault({});

export const endpointParam = z.object({
  tenantId: tenantIdSchema,
  id: z.string().regex(/^wh_[0-9A-Za-z]{16}$/, "must be the id of an endpoint"),
});

export type EndpointFilter = z.infer<typeof filter>;
export type NewEndpoint = z.infer<typeof newEndpoint>;
export type EndpointChange = z.infer<typeof endpointChange>;
