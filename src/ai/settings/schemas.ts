import * as z from "zod";
import { distinct } from "../../http/contract/index.ts";
import * as shared from "../schemas.ts";
import { ownProvider, providerName, region } from "../providers/own-provider.ts";

const MAX_ORDER = 20;
const MAX_MODELS = 50;
const MAX_KEY = 500;
const MOST_MICROS = 1_000_000_000_000;
const MOST_TOKENS = 1_000_000_000_000;
const MOST_CALLS = 1_000_000;
const MOST_CONCURRENT = 200;
export const LEAST_OUTPUT = 50;
export const MOST_OUTPUT = 8_000;

const limits = {
  monthlyMicroUsd: z.int().min(0).max(MOST_MICROS).optional(),
  monthlyTokens: z.int().min(0).max(MOST_TOKENS).optional(),
  callsPerMinute: z.int().min(0).max(MOST_CALLS).optional(),
  callsPerDay: z.int().min(0).max(MOST_CALLS).optional(),
  concurrent: z.int().min(1).max(MOST_CONCURRENT).optional(),
};

export const limit = z.strictObject(limits).meta({ id: "AiLimits" });

const fields = {
  order: distinct(z.array(providerName).max(MAX_ORDER)),
  models: distinct(z.array(shared.modelName).min(1).max(MAX_MODELS)),
  region,
  maxTokens: z.int().min(LEAST_OUTPUT).max(MOST_OUTPUT),
  limits: limit,
  /** Set by operators: the upper limits of the tenant's own limits. */
  ceiling: limit,
  overLimit: z.enum(["refuse", "degrade"]),
  fourEyes: z.boolean(),
  /** Whether documents and questions are sent to the service's provider of vectors, if it has one. */
  vectors: z.boolean(),
  /** With `vectors`: whether restricted documents are sent there too. */
  restrictedVectors: z.boolean(),
};

export const stored = z.strictObject(fields).partial();

type Nullable<T extends Record<string, z.ZodType>> = {
  [K in keyof T]: z.ZodOptional<z.ZodNullable<T[K]>>;
};

const nullable = Object.fromEntries(
  Object.entries(fields).map(([name, schema]) => [name, schema.nullable().optional()]),
) as Nullable<typeof fields>;

export const settingsChange = z
  .strictObject({ tenantId: shared.tenantId, ...nullable })
  .refine((change) => Object.keys(change).length > 1, "must change something")
  .meta({ id: "AiSettingsChange", minProperties: 2 });

export const providerParam = z.object({ name: providerName });

export const providerOrder = z
  .strictObject({
    tenantId: shared.tenantId,
    provider: ownProvider,
    key: z
      .string()
      .min(1)
      .max(MAX_KEY)
      .regex(/^[\x21-\x7e]+$/, "must be printable, without spaces")
      .optional(),
  })
  .meta({ id: "AiProviderOrder" });

export type StoredSettings = z.output<typeof stored>;
export type SettingsChange = z.output<typeof settingsChange>;
export type ProviderOrder = z.output<typeof providerOrder>;
