import * as z from "zod";
import { findUnkept, isInexact, MAX_NESTING, nestsDeeper } from "../../http/index.ts";
import { MAX_ID, pageSchema, pagingQuery, time } from "../../http/contract/index.ts";
import { nameSchema, tenantIdSchema } from "../../tenants/shared-schemas.ts";
import { roleName, wholeObject } from "../schemas.ts";

export const MAX_POLICY_BYTES = 128 * 1024;
const MIN_INTERVAL_S = 10;
const MAX_INTERVAL_S = 86_400;

/** A document has one level less than a body. */
const MAX_LEVELS = MAX_NESTING - 1;

/** Agents get it as it was given: what would not be stored so is refused. */
const document = wholeObject.superRefine((value, { addIssue }) => {
  const fault = nestsDeeper(value, MAX_LEVELS)
    ? { path: "", message: `may be nested ${MAX_LEVELS} levels deep at most` }
    : findUnkept(value, isInexact);
  if (fault === undefined) return;
  const { path, message } = fault;
  addIssue({ code: "custom", path: path === "" ? [] : path.split("."), message });
});
const interval = z.int().min(MIN_INTERVAL_S).max(MAX_INTERVAL_S);

export const newPolicy = z.strictObject({
  tenantId: tenantIdSchema,
  name: nameSchema,
  document,
  checkinIntervalSeconds: interval.optional(),
});
export const newRevision = z.strictObject({
  document,
  checkinIntervalSeconds: interval.optional(),
});
/** Without a role, the policy is for every role that has none of its own. */
export const assignment = z.strictObject({
  tenantId: tenantIdSchema,
  role: roleName.optional(),
  policyId: z.string().min(1).max(MAX_ID),
});

export const policy = z
  .strictObject({
    id: z.string(),
    tenantId: z.string(),
    name: z.string(),
    revision: z.int(),
    document: z.record(z.string(), z.unknown()),
    checkinIntervalSeconds: z.int(),
    createdAt: time,
    revisedAt: time,
    revisedBy: z.string(),
  })
  .meta({ id: "Policy" });

export const policyPage = pageSchema(policy);
export const policyList = z.object({ ...pagingQuery, tenantId: tenantIdSchema.optional() });
export const policyParam = z.object({ id: z.string().min(1).max(MAX_ID) });
