import * as z from "zod";
import { distinct, flag, pagingQuery } from "../http/contract/index.ts";
import { MAX_REPLAYED } from "./replay-events.ts";

const MAX_NAME = 128;
const id = z.string().min(1).max(MAX_NAME);

export const deadQuery = z.object({
  ...pagingQuery,
  tenant: id.optional(),
  reason: id.optional(),
  replayed: flag.optional(),
});

export const replayRequest = z.strictObject({
  ids: distinct(z.array(id).min(1).max(MAX_REPLAYED)),
});
