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
    createdBy: z.string(),
    createdAt: time,
    updatedAt: time,
    expiresAt: time.nullable(),
  })
  .meta({ id: "IntelEntry" });

export const entryPage = pageSchema(entry);

export type Entry = z.infer<typeof entry>;
