import * as z from "zod";
import { pageSchema, pagingQuery } from "../../http/index.ts";
import { action } from "../chat/schemas.ts";
import { tenantId } from "../schemas.ts";
import { TOOLS } from "../tools/tool.ts";

export const idParam = z.object({ id: z.string().max(64) });
export const inTenant = z.object({ tenantId });
export const actionList = z.object({ tenantId, ...pagingQuery });
export const decision = z.strictObject({ tenantId });

export const storedAction = z
  .strictObject({
    ...action.shape,
    tenantId: z.string(),
    userId: z.string(),
    tool: z.enum(TOOLS),
    traceId: z.string(),
    payloadHash: z.string(),
    state: z.enum(["proposed", "approved", "rejected", "expired"]),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    decidedBy: z.string().nullable(),
    decidedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: "StoredAction" });

export const actionPage = pageSchema(storedAction);
export type StoredAction = z.infer<typeof storedAction>;
