import * as z from "zod";
import { changeOf, time } from "../http/contract/index.ts";
import { tenantIdSchema } from "../tenants/shared-schemas.ts";
import { version } from "./schemas.ts";

const MAX_ENCRYPTIONS = 1_000_000_000_000;
const MAX_DAYS = 3_650;

const tenantId = tenantIdSchema;

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

const autoRotation = z.strictObject({
  afterEncryptions: z.int().min(1).max(MAX_ENCRYPTIONS).nullable().default(null),
  afterDays: z.int().min(1).max(MAX_DAYS).nullable().default(null),
});

export const settingsChange = changeOf({
  minEncryptionVersion: version.optional(),
  autoRotation: autoRotation.nullable().optional(),
});

const state = z.enum(["active", "decrypt_only", "disabled", "destroyed"]);

const destruction = z
  .strictObject({
    destroyedAt: time,
    destroyedBy: z.string(),
    historyEndsAt: time,
    rootIds: z.array(z.int()),
    rootsGoneAt: time.nullable(),
    finalAt: time,
  })
  .meta({ id: "KeyDestruction" });

export const versionStatus = z
  .strictObject({
    version,
    state,
    keyId: z.string(),
    rootId: z.int(),
    createdAt: time,
    ageDays: z.int(),
    retiredAt: time.nullable(),
    disabledAt: time.nullable(),
    encryptions: z.int(),
    decryptions: z.int(),
    lastDecryptedAt: time.nullable(),
    safeToDisable: z.boolean(),
    destruction: destruction.nullable(),
  })
  .meta({ id: "KeyVersionStatus" });

export const keyStatus = z
  .strictObject({
    tenantId,
    currentVersion: version,
    minEncryptionVersion: version,
    autoRotation: autoRotation.nullable(),
    createdAt: time,
    versions: z.array(versionStatus),
  })
  .meta({ id: "KeyStatus" });

export type KeyStatus = z.infer<typeof keyStatus>;
export type VersionStatus = z.infer<typeof versionStatus>;
