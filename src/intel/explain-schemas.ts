import * as z from "zod";
import { MAX_ID } from "../http/contract/index.ts";
import { value } from "./schemas.ts";

export const explainQuery = z.object({
  value,
  type: z.enum(["url", "domain", "ip", "asn", "email"]).optional(),
  aspect: z.enum(["reputation", "exposure", "dns"]).default("reputation"),
  tenantId: z.string().max(MAX_ID).optional(),
});
