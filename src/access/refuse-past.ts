import { refuseField, type Refusal } from "../http/index.ts";

/** An expiry date must lie ahead; null is for ever. */
export function refusePast(expiresAt: number | null, now: number): Refusal | undefined {
  if (expiresAt === null || expiresAt > now) return undefined;
  return refuseField("expiresAt", "must lie ahead");
}
