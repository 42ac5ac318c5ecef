import * as z from "zod";
import { MAX_ID, pageSchema, pagingQuery, time, unicode } from "../../http/contract/index.ts";
import { action } from "../chat/schemas.ts";
import { tenantId } from "../schemas.ts";
import { STATES } from "./states.ts";
import { TOOLS } from "../tools/tool.ts";

const MAX_OUTCOME = 500;

export const idParam = z.object({ id: z.string().max(MAX_ID) });
const state = z.enum(STATES);
export const actionList = z.object({ tenantId, state: state.optional(), ...pagingQuery });
export const decision = z.strictObject({ tenantId });
export const result = z.strictObject({
  tenantId,
  state: z.enum(["executed", "failed"]),
  outcome: unicode.trim().min(1).max(MAX_OUTCOME).optional(),
});

export const storedAction = z
  .strictObject({
    ...action.shape,
    tenantId: z.string(),
    userId: z.string(),
    tool: z.enum(TOOLS),
    traceId: z.string(),
    payloadHash: z.string(),
    state,
    createdAt: time,
    expiresAt: time,
    decidedBy: z.string().nullable(),
    decidedAt: time.nullable(),
    policyVersion: z.int(),
    startedBy: z.string().nullable(),
    startedAt: time.nullable(),
    finishedAt: time.nullable(),
    outcome: z.string().nullable(),
  })
  .meta({ id: "StoredAction" });

export const actionPage = pageSchema(storedAction);
export type StoredAction = z.infer<typeof storedAction>;
