import * as z from "zod";
import { time } from "../http/contract/index.ts";
import { MAX_VALUE } from "./indicators/read-indicator.ts";

const MAX_PERCENT = 100;

/** A parameter given once. A repeated one comes as a list, so it is refused. */
export const value = z
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
