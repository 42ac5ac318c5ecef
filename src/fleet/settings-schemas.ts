import * as z from "zod";
import { MAX_TTL_DAYS, MIN_TTL_DAYS } from "../certificates/issuer.ts";
import { changeOf, moment, time } from "../http/contract/index.ts";
import { tenantIdSchema } from "../tenants/shared-schemas.ts";

export const MIN_STRETCH_PERCENT = 10;
export const MAX_STRETCH_PERCENT = 10_000;

export const settingsParam = z.object({ tenantId: tenantIdSchema });
export const settings = z
  .strictObject({
    requireNewKey: z.boolean(),
    lockOnConflict: z.boolean(),
    certificateDays: z.int().min(MIN_TTL_DAYS).max(MAX_TTL_DAYS),
    renewBefore: time.nullable(),
    intervalPercent: z.int().min(MIN_STRETCH_PERCENT).max(MAX_STRETCH_PERCENT),
  })
  .meta({ id: "FleetSettings" });
export const settingsChange = changeOf(
  settings.extend({ renewBefore: moment.nullable() }).partial().shape,
).meta({ id: "FleetSettingsChange" });
export type SettingsChange = z.infer<typeof settingsChange>;
