import * as z from "zod";
import { pagingQuery } from "../http/contract/index.ts";
import { MAX_REPLAYED } from "./replay-events.ts";

const MAX_NAME = 128;
const id = z.string().min(1).max(MAX_NAME);

export const deadQuery = z.object({
  ...pagingQuery,
  tenant: id.optional(),
  reason: id.optional(),
  replayed: z.enum(["true", "false"]).optional(),
});

export const replayRequest = z.strictObject({ ids: z.array(id).min(1).max(MAX_REPLAYED) });
