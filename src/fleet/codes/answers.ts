import * as z from "zod";
import { time, pageSchema } from "../../http/contract/index.ts";

const code = z
  .strictObject({
    id: z.string(),
    tenantId: z.string(),
    roles: z.array(z.string()),
    region: z.string(),
    policyId: z.string().nullable(),
    maxUses: z.int(),
    used: z.int(),
    /** Computed when it is read, never stored. */
    status: z.enum(["active", "consumed", "expired", "revoked"]),
    last4: z.string(),
    createdBy: z.string(),
    createdAt: time,
    expiresAt: time,
    revokedAt: time.nullable(),
  })
  .meta({ id: "EnrollmentCode" });

export const createdCode = code.extend({ code: z.string() }).meta({ id: "CreatedEnrollmentCode" });
export const codePage = pageSchema(code);
