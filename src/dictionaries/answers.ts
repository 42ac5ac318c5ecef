import * as z from "zod";
import { time } from "../http/contract/index.ts";
import { kind, severity, appliesTo } from "./schemas.ts";

export const dictionary = z
  .strictObject({
    id: z.string(),
    tenantId: z.string().nullable(),
    name: z.string(),
    description: z.string(),
    kind,
    entries: z.array(
      z.strictObject({ value: z.string(), weight: z.int(), note: z.string().optional() }),
    ),
    severity,
    language: z.string().nullable(),
    enabled: z.boolean(),
    appliesTo,
    tags: z.array(z.string()),
    version: z.int(),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: "DetectionDictionary" });

export type Dictionary = z.infer<typeof dictionary>;
