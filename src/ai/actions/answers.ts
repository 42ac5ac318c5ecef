import * as z from "zod";
import { pageSchema, time } from "../../http/contract/index.ts";
import { action } from "../chat/answers.ts";
import { TOOLS } from "../tools/tool.ts";
import { state } from "./schemas.ts";

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
