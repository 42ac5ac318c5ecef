import * as z from "zod";
import { time, pageSchema } from "../../http/contract/index.ts";
import { action, type } from "./schemas.ts";

export const entry = z
  .strictObject({
    id: z.string(),
    action,
    type,
    value: z.string(),
    note: z.string(),
    label: z.string(),
    createdBy: z.string(),
    createdAt: time,
    updatedAt: time,
    expiresAt: time.nullable(),
  })
  .meta({ id: "IntelEntry" });

export const entryPage = pageSchema(entry);

const state = z.enum([
  "added",
  "changed",
  "unchanged",
  "removed",
  "absent",
  "other_label",
  "repeated",
  "refused",
]);

const outcome = z.strictObject({
  at: z.int().optional(),
  state,
  type: type.optional(),
  value: z.string(),
  reason: z.string().optional(),
});

export const batchResult = z
  .strictObject({
    dryRun: z.boolean(),
    added: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    removed: z.int(),
    skipped: z.int(),
    refused: z.int(),
    items: z.array(outcome),
  })
  .meta({ id: "IntelBatchResult" });

export type Outcome = z.infer<typeof outcome>;
export type BatchResult = z.infer<typeof batchResult>;

export type Entry = z.infer<typeof entry>;
