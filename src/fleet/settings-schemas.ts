import * as z from "zod";
import { MAX_TTL_DAYS, MIN_TTL_DAYS } from "../certificates/issuer.ts";
import { moment, time } from "../http/contract/index.ts";
import { MAX_NAME } from "./schemas.ts";

export const MIN_STRETCH_PERCENT = 10;
export const MAX_STRETCH_PERCENT = 10_000;

export const settingsParam = z.object({ tenantId: z.string().min(1).max(MAX_NAME) });
export const settings = z
  .strictObject({
    requireNewKey: z.boolean(),
    lockOnConflict: z.boolean(),
    certificateDays: z.int().min(MIN_TTL_DAYS).max(MAX_TTL_DAYS),
    renewBefore: time.nullable(),
    intervalPercent: z.int().min(MIN_STRETCH_PERCENT).max(MAX_STRETCH_PERCENT),
  })
  .meta({ id: "FleetSettings" });
export const settingsChange = settings
  .extend({ renewBefore: moment.nullable() })
  .partial()
  .meta({ id: "FleetSettingsChange" });
export type SettingsChange = z.infer<typeof settingsChange>;
