import { DAY_MS } from "../platform/index.ts";
import type { VersionRow } from "./keyring/record.ts";
import type { RootEntry } from "./store.ts";

/** How far back the platform can restore an object's storage (point-in-time recovery). */
const HISTORY_MS = 30 * DAY_MS;

/**
 * When a destroyed key is gone for good: when storage can no longer be restored, or its roots are
 * gone.
 */
export interface Destruction {
  destroyedAt: number;
  destroyedBy: string;
  /** From then on the platform cannot restore the wrapped key. */
  historyEndsAt: number;
  /** The roots that a restored copy could be wrapped under. */
  rootIds: number[];
  /** When the last of them left the configuration; null while one is still there. */
  rootsGoneAt: number | null;
  finalAt: number;
}

export function destructionOf(row: VersionRow, roots: readonly RootEntry[]): Destruction | null {
  const { destroyedAt, pastRoots } = row;
  if (destroyedAt === null) return null;
  const historyEndsAt = destroyedAt + HISTORY_MS;
  const gone = pastRoots.map((rootId) => roots.find(({ id }) => id === rootId)?.goneAt ?? null);
  const times = gone.filter((at) => at !== null);
  const rootsGoneAt = times.length === gone.length ? Math.max(...times) : null;
  const byRoots = Math.max(destroyedAt, rootsGoneAt ?? Infinity);
  return {
    destroyedAt,
    destroyedBy: row.destroyedBy ?? "",
    historyEndsAt,
    rootIds: [...new Set(pastRoots)],
    rootsGoneAt,
    finalAt: Math.min(historyEndsAt, byRoots),
  };
}
