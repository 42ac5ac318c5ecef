import * as z from "zod";
import { MAX_ID, moment, pagingQuery, unicode } from "../../http/contract/index.ts";
import { tenantIdSchema } from "../../tenants/shared-schemas.ts";

const MAX_NOTE = 500;
const MAX_VALUE = 2048;

export const type = z.enum(["url", "domain", "ip", "asn", "email"]);
export const action = z.enum(["allow", "deny"]);

export const entryParam = z.object({ tenantId: tenantIdSchema, id: z.string().max(MAX_ID) });

export const newEntry = z.strictObject({
  action,
  value: z.string().trim().min(1).max(MAX_VALUE),
  type: type.optional(),
  note: unicode.trim().max(MAX_NOTE).optional(),
  expiresAt: moment.optional(),
});

export const entryList = z.object({ ...pagingQuery, action: action.optional() });

export type NewEntry = z.infer<typeof newEntry>;
