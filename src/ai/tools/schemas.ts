import * as z from "zod";
import { distinct, moment } from "../../http/contract/index.ts";
import { tenantId } from "../schemas.ts";
import { TOOLS, type ToolName } from "./tool.ts";

const MAX_COUNT = 100_000_000;
const MAX_NAME = 200;
const MAX_PERCENT = 100;
const MAX_SCORE = 1_000_000;
/** Scores are sums of points and halves of them: what is nearer to nothing is no whole to share. */
const LEAST_SCORE = 0.01;
const MAX_STATUS = 60;
/** A hundred years. */
export const MAX_DAYS = 36_500;
const MAX_LIST = 1_000;
export const MAX_SNAPSHOT_BYTES = 1024 * 1024;

const count = z.int().min(0).max(MAX_COUNT);
const name = z.string().min(1).max(MAX_NAME);

export const licenses = z.strictObject({
  skus: z
    .array(
      z.strictObject({
        skuId: name,
        skuPartNumber: name,
        enabled: count,
        consumed: count,
        warning: count.default(0),
        suspended: count.default(0),
      }),
    )
    .max(MAX_LIST),
  renewals: z
    .array(
      z.strictObject({
        sku: name,
        daysUntilRenew: z.int().min(-MAX_DAYS).max(MAX_DAYS),
        isTrial: z.boolean(),
        status: z.string().max(MAX_STATUS),
      }),
    )
    .max(MAX_LIST)
    .default([]),
});

/** Users who registered a second factor, and users who must use one, are counted separately. */
export const mfa = z
  .strictObject({
    users: count,
    registered: count,
    capable: count,
    enforced: count,
    adminsWithoutMfa: distinct(z.array(name).max(MAX_LIST)),
    strongMethods: z.number().min(0).max(MAX_PERCENT).optional(),
  })
  .refine(
    ({ users, registered, capable, enforced }) => Math.max(registered, capable, enforced) <= users,
    { message: "cannot count more than there are users", path: ["users"] },
  );

/** As it is stored: earlier versions took any score. */
export const security = z.strictObject({
  secureScore: z.number().min(0),
  maxScore: z.number().positive(),
  incidents: count.default(0),
});

const sentSecurity = security
  .extend({
    secureScore: z.number().min(0).max(MAX_SCORE),
    maxScore: z.number().min(LEAST_SCORE).max(MAX_SCORE),
  })
  .refine(({ secureScore, maxScore }) => secureScore <= maxScore, {
    message: "cannot be more than the highest score",
    path: ["secureScore"],
  });

export const SNAPSHOTS = {
  LicenseSummary: licenses,
  CheckMFACompliance: mfa,
  GetTenantStatus: sentSecurity,
} as const satisfies Record<ToolName, z.ZodType>;

export const toolParam = z.object({ tool: z.enum(TOOLS) });

export const snapshot = z
  .strictObject({
    tenantId,
    collectedAt: moment,
    data: z.union([licenses, mfa, sentSecurity]),
  })
  .meta({ id: "ToolSnapshot" });
export type SnapshotOrder = z.output<typeof snapshot>;

export type Licenses = z.output<typeof licenses>;
export type Mfa = z.output<typeof mfa>;
export type Security = z.output<typeof security>;
