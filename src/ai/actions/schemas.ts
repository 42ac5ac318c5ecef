import * as z from "zod";
import { MAX_ID, pagingQuery, unicode } from "../../http/contract/index.ts";
import { tenantId } from "../schemas.ts";
import { STATES } from "./states.ts";

const MAX_OUTCOME = 500;

export const idParam = z.object({ id: z.string().max(MAX_ID) });
export const state = z.enum(STATES);
export const actionList = z.object({ tenantId, state: state.optional(), ...pagingQuery });
export const decision = z.strictObject({ tenantId });
export const result = z.strictObject({
  tenantId,
  state: z.enum(["executed", "failed"]),
  outcome: unicode.trim().min(1).max(MAX_OUTCOME).optional(),
});
