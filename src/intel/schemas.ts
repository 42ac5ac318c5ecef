import * as z from "zod";
import { MAX_VALUE } from "./indicators/read-indicator.ts";

/** A parameter given once. A repeated one comes as a list, so it is refused. */
export const value = z
  .string()
  .trim()
  .min(1, "must not be empty")
  .max(MAX_VALUE, `must have at most ${MAX_VALUE} characters`);

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
