import * as z from "zod";
import { line, pagingQuery, searchText } from "../../http/contract/index.ts";
import { tenantIdSchema } from "../../tenants/shared-schemas.ts";
import { roleName } from "../schemas.ts";
import { MAX_TTL_SECONDS } from "./code-store.ts";
import { MAX_USES } from "./create-code.ts";

const MAX_NAME = 64;
const MIN_TTL_SECONDS = 60;
const MAX_ROLES = 32;
const name = line.min(1).max(MAX_NAME);

export const newCode = z.strictObject({
  tenantId: tenantIdSchema,
  roles: z.array(roleName).min(1).max(MAX_ROLES).optional(),
  region: name.optional(),
  maxUses: z.int().min(1).max(MAX_USES).optional(),
  ttlSeconds: z.int().min(MIN_TTL_SECONDS).max(MAX_TTL_SECONDS).optional(),
  policyId: name.optional(),
});

export const codeList = z.object({
  ...pagingQuery,
  tenantId: tenantIdSchema.optional(),
  q: searchText("a role or the region, how the code begins or ends"),
});
export const codeParam = z.object({
  id: z.string().regex(/^[0-9A-Za-z]{10}$/, "must be the id of a code"),
});
