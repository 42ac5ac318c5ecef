import * as z from "zod";
import { modelName } from "../schemas.ts";

const MAX_ADDRESS = 500;
const MAX_MODELS = 50;
const MOST_PER_MILLION = 1_000_000_000;

export const providerName = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/,
    "must be 1 to 64 of A-Z, a-z, 0-9, _ and -, a letter or digit first",
  );

export const region = z.string().regex(/^[a-z0-9-]{2,40}$/, "must be 2 to 40 of a-z, 0-9 and -");

const price = z.int().min(0).max(MOST_PER_MILLION);

const openAi = z.strictObject({
  kind: z.literal("openai-compatible"),
  baseUrl: z.string().max(MAX_ADDRESS),
  azure: z.boolean().default(false),
  apiVersion: z
    .string()
    .regex(/^[\w.-]{1,40}$/, "must be 1 to 40 of A-Z, a-z, 0-9, _, . and -")
    .optional(),
  region: region.optional(),
  models: z.array(modelName).min(1).max(MAX_MODELS),
  /** In micro-USD per million tokens. Without them the cost of a call is unknown. */
  prices: z
    .record(modelName, z.strictObject({ inputPerMillion: price, outputPerMillion: price }))
    .optional(),
});

const azureSpeech = z.strictObject({
  kind: z.literal("azure-speech"),
  region,
});

const deepgram = z.strictObject({ kind: z.literal("deepgram") });

/** A provider that a tenant may add. Its key is stored beside it, sealed. */
export const ownProvider = z.discriminatedUnion("kind", [openAi, azureSpeech, deepgram]);
export type OwnProvider = z.output<typeof ownProvider>;
