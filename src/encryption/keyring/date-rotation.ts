import type { Rotated } from "./record.ts";
import type { VersionStore } from "./version-store.ts";

/** Adds to a rotation, new or repeated, the time at which the new version took over. */
export function dateRotation(versions: VersionStore, rotated: Rotated): Rotated {
  const at = versions.find(rotated.oldVersion)?.retiredAt;
  return at == null ? rotated : { ...rotated, at };
}
