import * as z from "zod";
import { time } from "../../http/contract/index.ts";
import { limit, stored } from "./schemas.ts";

export const providerShown = z
  .strictObject({
    name: z.string(),
    kind: z.enum(["openai-compatible", "azure-speech", "deepgram"]),
    baseUrl: z.string().optional(),
    azure: z.boolean().optional(),
    apiVersion: z.string().optional(),
    region: z.string().optional(),
    models: z.array(z.string()).optional(),
    prices: z
      .record(z.string(), z.strictObject({ inputPerMillion: z.int(), outputPerMillion: z.int() }))
      .optional(),
    hasKey: z.boolean(),
    keyLast4: z.string().nullable(),
    updatedBy: z.string(),
    updatedAt: time,
  })
  .meta({ id: "AiProvider" });

export const settingsShown = z
  .strictObject({
    tenantId: z.string(),
    ...stored.shape,
    effective: z.strictObject({
      limits: limit,
      overLimit: z.enum(["refuse", "degrade"]),
      /** In the order in which they are tried. */
      providers: z.array(z.strictObject({ name: z.string(), kind: z.string(), own: z.boolean() })),
      models: z.array(z.string()),
      /** How many pieces have a vector, wait for one, or are refused by the model. Null without vectors. */
      vectors: z
        .strictObject({
          indexed: z.int(),
          waiting: z.int(),
          refused: z.int(),
          /** Those of `indexed` that AI Search fails to index. Absent if there are none. */
          failing: z.strictObject({ pieces: z.int(), since: time, nextTryAt: time }).optional(),
        })
        .nullable(),
    }),
    providers: z.array(providerShown),
    updatedBy: z.string().nullable(),
    updatedAt: time.nullable(),
  })
  .meta({ id: "AiSettings" });

export type ShownSettings = z.output<typeof settingsShown>;
