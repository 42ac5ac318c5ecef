import * as z from "zod";
import { MAX_ID, time } from "../http/contract/index.ts";
import { CATEGORIES } from "./fusion/categories.ts";
import { MAX_VALUE } from "./indicators/read-indicator.ts";

const MAX_PERCENT = 100;

/** Given once and not empty; a repeated parameter comes as a list and is no string. */
const value = z
  .string()
  .trim()
  .min(1, "must not be empty")
  .max(MAX_VALUE, `must have at most ${MAX_VALUE} characters`);

const disposition = z.enum(["malicious", "suspicious", "clean", "unknown"]);
const percent = z.int().min(0).max(MAX_PERCENT);

export const urlQuery = z.object({ value, type: z.enum(["url", "domain"]).default("url") });
export const ipQuery = z.object({
  value,
  type: z.enum(["ip", "asn"]).optional().meta({
    default: "ip",
    description: "Without it, a value that begins with AS is read as `asn`.",
  }),
});
export const dnsQuery = z.object({ value });
export const darkwebQuery = z.object({
  value,
  type: z.enum(["domain", "ip", "email"]).default("domain"),
});

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

export const explainQuery = z.object({
  value,
  type: z.enum(["url", "domain", "ip", "asn", "email"]).optional(),
  aspect: z.enum(["reputation", "exposure"]).default("reputation"),
  tenantId: z.string().max(MAX_ID).optional(),
});

const evidence = z.strictObject({
  source: z.string(),
  name: z.string(),
  category: z.enum(CATEGORIES),
  scope: z.string(),
  lineage: z.string(),
  reliability: z.number(),
  decay: z.number(),
  specificity: z.number(),
  factor: z.number(),
  weight: z.number(),
  /** Percent of the threat level that is due to it. */
  share: z.number(),
  dismissed: z.string().optional(),
  firstSeen: time.optional(),
  lastSeen: time.optional(),
  delistedAt: time.optional(),
});

export const explanation = z
  .strictObject({
    verdict,
    indexVersion: z.int(),
    special: z.string().optional(),
    tenantEntry: z
      .strictObject({ id: z.string(), action: z.enum(["allow", "deny"]), value: z.string() })
      .optional(),
    evidence: z.array(evidence),
  })
  .meta({ id: "IntelExplanation" });

export type Explanation = z.infer<typeof explanation>;
