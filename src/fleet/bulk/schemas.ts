import * as z from "zod";
import { cursorText, MAX_ID, MAX_PAGE_SIZE, pagingQuery } from "../../http/contract/index.ts";
import { tenantIdSchema } from "../../tenants/shared-schemas.ts";
import { agentList } from "../list-schemas.ts";
import { BULK_ACTIONS } from "./actions.ts";

/** How many agents may be named one by one. */
export const MAX_NAMED = 500;
/** Of a body that names so many, however their ids are escaped. */
export const MAX_BODY_BYTES = 512 * 1024;
/** How many agents one order may have: more than the largest fleet that is known. */
export const MAX_ORDERED = 50_000;

const id = z.string().min(1).max(MAX_ID);

const filter = z.strictObject(
  agentList.omit({ page: true, limit: true, after: true, tenant: true }).shape,
);

const selection = {
  action: z.enum(BULK_ACTIONS),
  tenantId: tenantIdSchema.optional(),
  agentIds: z.array(id).min(1).max(MAX_NAMED).optional(),
  filter: filter.optional(),
};

const eitherOr = {
  path: ["filter"],
  error: 'must be given, or else "agentIds"',
};

export const bulkSelection = z
  .strictObject(selection)
  .refine(isOneOf, eitherOr)
  .meta({ id: "BulkSelection" });

export const bulkOrder = z
  .strictObject({ ...selection, expected: z.int().min(1).max(MAX_ORDERED) })
  .refine(isOneOf, eitherOr)
  .meta({ id: "NewBulkOrder" });

function isOneOf({ agentIds, filter: found }: { agentIds?: unknown; filter?: unknown }): boolean {
  return (agentIds === undefined) !== (found === undefined);
}

export const bulkList = z.object({ ...pagingQuery, tenant: id.optional() });
export const bulkParam = z.object({ id });

export const failureList = z.object({
  cursor: cursorText.optional().describe("The `next` of the answer before."),
  limit: pagingQuery.limit,
});
export const FAILURES_A_PAGE = MAX_PAGE_SIZE;
