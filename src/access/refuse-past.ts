import { refuseField, type Refusal } from "../http/index.ts";

/** Whatever ends by itself must be made or changed while its end lies ahead; null is for ever. */
export function refusePast(expiresAt: number | null, now: number): Refusal | undefined {
  if (expiresAt === null || expiresAt > now) return undefined;
  return refuseField("expiresAt", "must lie ahead");
}
