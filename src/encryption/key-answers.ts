import * as z from "zod";
import { time } from "../http/contract/index.ts";
import { version } from "./schemas.ts";
import { tenantId, autoRotation } from "./key-schemas.ts";

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
