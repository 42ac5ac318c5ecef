import { refuse, type Refusal } from "../../http/index.ts";
import { HOUR_MS, ageOf } from "../../platform/index.ts";
import type { VersionStore } from "./version-store.ts";

/** A limit, because every lease lists all versions there ever were. */
const MOST_AN_HOUR = 100;

export function refuseRotation(
  versions: VersionStore,
  current: number,
  at: number,
): Refusal | undefined {
  const first = versions.find(current + 1 - MOST_AN_HOUR);
  const waitMs = first === undefined ? 0 : HOUR_MS - ageOf(first.createdAt, at);
  if (waitMs <= 0) return undefined;
  const message = `A key gets at most ${MOST_AN_HOUR} versions an hour.`;
  return refuse(429, "rotation_limit", message, {
    retryAfterSeconds: waitMs / 1000,
    retryable: true,
  });
}
