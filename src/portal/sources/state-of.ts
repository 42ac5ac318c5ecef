import { isDamage } from "../../intel/live/is-damage.ts";
import type { ShownSource } from "../../intel/source-schemas.ts";

export const SOURCE_STATES = ["empty", "live", "failed", "damaged"] as const;
export type SourceState = (typeof SOURCE_STATES)[number];

/** The API's `failed` is two states here, because each needs another remedy. */
export function stateOf({
  status,
  lastError = "",
}: Pick<ShownSource, "status" | "lastError">): SourceState {
  return status === "failed" && isDamage(lastError) ? "damaged" : status;
}
