import * as z from "zod";
import { TENANT_ID } from "../access/claim-tenant.ts";
import { line } from "../http/contract/index.ts";

/** The longest name that people may give to anything here. */
export const MAX_NAME = 120;
export const nameSchema = line.min(1).max(MAX_NAME);

export const tenantIdSchema = z.string().regex(TENANT_ID, "must be 3 to 64 of a-z, 0-9 and -");
export const tenantParam = z.object({ tenantId: tenantIdSchema });
