import * as z from "zod";
import { cursorText, pageSchema, pagingQuery, time, unicode } from "../http/contract/index.ts";
import { tenantIdSchema } from "../tenants/schemas.ts";
import { MAX_BATCH_ITEMS, MAX_REFERENCE_LENGTH } from "./limits.ts";

const MAX_VERSION = 999_999_999;
const MAX_ENCRYPTIONS = 1_000_000_000_000;
const MAX_DAYS = 3_650;

const tenantId = tenantIdSchema;
const version = z.int().min(1).max(MAX_VERSION);

export const encryptRequest = z
  .object({ tenantId, value: unicode, context: unicode.optional() })
  .meta({ id: "EncryptRequest" });
export const encryptResponse = z
  .strictObject({ tenantId, encrypted: z.string() })
  .meta({ id: "EncryptResponse" });

export const decryptRequest = z
  .object({ tenantId, encrypted: z.string(), context: unicode.optional() })
  .meta({ id: "DecryptRequest" });
export const decryptResponse = z
  .strictObject({ tenantId, decrypted: z.string() })
  .meta({ id: "DecryptResponse" });

export const tenantRequest = z.object({ tenantId }).meta({ id: "TenantKeyRequest" });
export const provisionResponse = z
  .strictObject({ tenantId, keyVersion: version })
  .meta({ id: "ProvisionKeyResponse" });
export const rotateResponse = z
  .strictObject({ tenantId, oldVersion: version, newVersion: version })
  .meta({ id: "RotateKeyResponse" });

export const rewrapResponse = z
  .strictObject({ tenantId, encrypted: z.string(), keyVersion: version })
  .meta({ id: "RewrapResponse" });

const reference = z.string().min(1).max(MAX_REFERENCE_LENGTH).optional();
const itemsOf = <S extends z.ZodType>(item: S) => z.array(item).min(1).max(MAX_BATCH_ITEMS);
/** Text that is no Unicode is the one item's fault, and refused with its result. */
const text = z.string();
const plainItems = itemsOf(z.strictObject({ reference, value: text, context: text.optional() }));
const encryptedItems = itemsOf(
  z.strictObject({ reference, encrypted: text, context: text.optional() }),
);

export const batchRequest = z
  .discriminatedUnion("operation", [
    z.strictObject({ tenantId, operation: z.literal("encrypt"), items: plainItems }),
    z.strictObject({ tenantId, operation: z.literal("decrypt"), items: encryptedItems }),
    z.strictObject({ tenantId, operation: z.literal("rewrap"), items: encryptedItems }),
  ])
  .meta({ id: "EncryptionBatchRequest" });

export const batchResult = z
  .strictObject({
    reference: z.string().optional(),
    ok: z.boolean(),
    encrypted: z.string().optional(),
    decrypted: z.string().optional(),
    error: z
      .strictObject({ statusCode: z.int(), error: z.string(), message: z.string() })
      .optional(),
  })
  .meta({ id: "EncryptionBatchResult" });
export const batchResponse = z
  .strictObject({ tenantId, results: z.array(batchResult) })
  .meta({ id: "EncryptionBatchResponse" });

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
  afterEncryptions: z.int().min(1).max(MAX_ENCRYPTIONS).nullable(),
  afterDays: z.int().min(1).max(MAX_DAYS).nullable(),
});

export const settingsChange = z
  .strictObject({
    minEncryptionVersion: version.optional(),
    autoRotation: autoRotation.nullable().optional(),
  })
  .refine((change) => Object.keys(change).length > 0, "must change something")
  .meta({ minProperties: 1 });

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

const place = { day: z.iso.date(), cursor: cursorText.optional() };
export const decryptsQuery = z.object(place);
export const decryptsOfContext = z.strictObject({ ...place, context: unicode });

export const decryptList = z
  .strictObject({
    items: z.array(
      z
        .strictObject({
          at: time,
          who: z.string(),
          requestId: z.string(),
          action: z.enum(["decrypt", "rewrap"]),
          version,
          contextHash: z.string().nullable(),
          outcome: z.string(),
        })
        .meta({ id: "DecryptLine" }),
    ),
    cursor: z.string().nullable(),
  })
  .meta({ id: "DecryptList" });

const rootOrSeveral = z.int().describe("0 stands for keys under several roots.");

export const rootProgress = z
  .strictObject({
    current: z.int(),
    tenants: z.int(),
    moved: z.int(),
    stale: z.int(),
    roots: z.array(
      z.strictObject({
        rootId: rootOrSeveral,
        current: z.boolean(),
        present: z.boolean(),
        tenants: z.int(),
        failed: z.int(),
        removable: z.boolean(),
        firstSeenAt: time.nullable(),
        goneAt: time.nullable(),
      }),
    ),
  })
  .meta({ id: "RootProgress" });

export const moveRun = z
  .strictObject({ moved: z.int(), failed: z.int(), progress: rootProgress })
  .meta({ id: "RootMoveRun" });

export const staleQuery = z.object(pagingQuery);
export const stalePage = pageSchema(
  z
    .strictObject({
      tenantId,
      rootId: rootOrSeveral,
      provisionedAt: time,
      movedAt: time.nullable(),
      failedAt: time.nullable(),
      failure: z.string().nullable(),
    })
    .meta({ id: "StaleTenant" }),
);

export type BatchResult = z.infer<typeof batchResult>;
export type KeyStatus = z.infer<typeof keyStatus>;
export type VersionStatus = z.infer<typeof versionStatus>;
export type DecryptList = z.infer<typeof decryptList>;
export type RootProgress = z.infer<typeof rootProgress>;
