import * as z from "zod";
import { time } from "../http/contract/index.ts";

const MAX_PERCENT = 100;

const disposition = z.enum(["malicious", "suspicious", "clean", "unknown"]);
const percent = z.int().min(0).max(MAX_PERCENT);

export const verdict = z
  .strictObject({
    type: z.enum(["url", "domain", "ip", "asn", "email"]),
    value: z.string(),
    disposition,
    threatLevel: percent,
    confidence: percent,
    categories: z.array(z.string()),
    malwareFamily: z.string().optional(),
    sources: z.array(z.string()),
    firstSeen: time.optional(),
    lastSeen: time.optional(),
    found: z.boolean(),
  })
  .meta({ id: "LookupVerdict" });
