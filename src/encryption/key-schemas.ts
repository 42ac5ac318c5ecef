import * as z from "zod";
import { changeOf } from "../http/contract/index.ts";
import { tenantIdSchema } from "../tenants/shared-schemas.ts";
import { version } from "./schemas.ts";

const MAX_ENCRYPTIONS = 1_000_000_000_000;
const MAX_DAYS = 3_650;

export const tenantId = tenantIdSchema;

export const keyParam = z.object({ tenantId });
const versionChange = z.enum(["disable", "enable", "destroy"]);
export type VersionChange = z.infer<typeof versionChange>;

export const versionParam = z.object({
  tenantId,
  version: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, "must be a version number")
    .transform(Number),
  change: versionChange,
});

export const autoRotation = z.strictObject({
  afterEncryptions: z.int().min(1).max(MAX_ENCRYPTIONS).nullable().default(null),
  afterDays: z.int().min(1).max(MAX_DAYS).nullable().default(null),
});

export const settingsChange = changeOf({
  minEncryptionVersion: version.optional(),
  autoRotation: autoRotation.nullable().optional(),
});
