import * as z from "zod";
import { time, pageSchema } from "../../http/contract/index.ts";
import { MODULES } from "../gate/modules.ts";
import { monthlyCap } from "./schemas.ts";

export const apiKey = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    note: z.string().nullable(),
    scopes: z.array(z.enum(MODULES)),
    allowedAddresses: z.array(z.string()),
    monthlyCap,
    last4: z.string(),
    status: z.enum(["active", "disabled", "expired", "replaced"]),
    createdBy: z.string(),
    createdAt: time,
    expiresAt: time.nullable(),
    lastUsedAt: time.nullable(),
    replacedBy: z.string().nullable(),
  })
  .meta({ id: "ApiKey" });

/** The answer to creation and rotation, the only ones with the key itself. */
export const issuedApiKey = apiKey.extend({ key: z.string() }).meta({ id: "IssuedApiKey" });
export const apiKeyPage = pageSchema(apiKey);

export type ApiKey = z.infer<typeof apiKey>;
