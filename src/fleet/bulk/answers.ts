import * as z from "zod";
import { pageSchema, time } from "../../http/contract/index.ts";
import { tenantIdSchema } from "../../tenants/shared-schemas.ts";
import { BULK_ACTIONS, STOP_REASONS } from "./actions.ts";
import { MAX_ORDERED } from "./schemas.ts";
import { BULK_STATES } from "./show-order.ts";

export const bulkPreview = z.strictObject({
  count: z.int().describe("How many agents the action would change; `expected` of the order."),
  missing: z
    .int()
    .describe("Of the agents named: how many are not there, or would not be changed."),
  tenants: z
    .array(z.strictObject({ tenantId: tenantIdSchema, count: z.int() }))
    .describe("Whose agents they are, most first; 20 at most."),
  most: z.literal(MAX_ORDERED).describe("How many agents one order may have."),
});

export const bulkOrderAnswer = z
  .strictObject({
    id: z.string(),
    tenantId: tenantIdSchema.nullable().describe("Null for agents of all tenants."),
    action: z.enum(BULK_ACTIONS),
    filter: z.record(z.string(), z.unknown()).nullable(),
    state: z.enum(BULK_STATES),
    stopReason: z
      .enum(STOP_REASONS)
      .nullable()
      .describe(
        "Why it was cancelled by itself: whoever gave it was removed or the token revoked (`giver_gone`), or may not give it any more. Null where somebody cancelled it.",
      ),
    total: z.int(),
    done: z.int(),
    gone: z.int().describe("Had left before their turn came."),
    failed: z.int(),
    waiting: z.int().describe("Not done yet; in the end, what a cancelled order left alone."),
    askedBy: z.string(),
    askedAt: time,
    endedAt: time.nullable(),
    failedAt: time.nullable().describe("When a turn last failed; the next minute goes on."),
  })
  .meta({ id: "BulkOrder" });

export const bulkPage = pageSchema(bulkOrderAnswer);

export const bulkFailures = z.strictObject({
  items: z.array(
    z.strictObject({
      agentId: z.string(),
      tenantId: tenantIdSchema,
      reason: z.enum(["overloaded", "failed"]),
    }),
  ),
  next: z.string().nullable().describe("The `cursor` of what follows; null at the end."),
});
