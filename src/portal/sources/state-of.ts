import { isDamage } from "../../intel/live/is-damage.ts";
import type { ShownSource } from "../../intel/source-schemas.ts";

export type SourceState = ShownSource["status"] | "damaged";

/** What the API calls `failed` is two things here, because they ask for different deeds. */
export function stateOf({
  status,
  lastError = "",
}: Pick<ShownSource, "status" | "lastError">): SourceState {
  return status === "failed" && isDamage(lastError) ? "damaged" : status;
}
