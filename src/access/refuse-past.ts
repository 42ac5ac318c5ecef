import { refuseField, type Refusal } from "../http/index.ts";

/** Refuses an expiry date that is not in the future; null means never. */
export function refusePast(expiresAt: number | null, now: number): Refusal | undefined {
  if (expiresAt === null || expiresAt > now) return undefined;
  return refuseField("expiresAt", "must lie ahead");
}
