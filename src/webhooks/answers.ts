import * as z from "zod";
import { time, pageSchema } from "../http/contract/index.ts";
import { EVENT_TYPES } from "./event-types.ts";
import { filter, maxPerMinute, ordered } from "./schemas.ts";

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
