import { isDamage } from "../../intel/live/is-damage.ts";
import type { ShownSource } from "../../intel/source-schemas.ts";

export const SOURCE_STATES = ["empty", "live", "failed", "damaged"] as const;
export type SourceState = (typeof SOURCE_STATES)[number];

/** What the API calls `failed` is two things here, because they ask for different deeds. */
export function stateOf({
  status,
  lastError = "",
}: Pick<ShownSource, "status" | "lastError">): SourceState {
  return status === "failed" && isDamage(lastError) ? "damaged" : status;
}
