import { timeOf } from "../platform/index.ts";
import type { ShownSource } from "./source-schemas.ts";
import type { KnownSource } from "./store.ts";

/** A source as operators see it: what it is, and how its last feed went. */
export function showSource({ source, isBuiltIn, row }: KnownSource, now: number): ShownSource {
  const { id, title, kind, format, effect, category, reliability, lineage, licence } = source;
  const { rows, retained, badLines, firstBadLines, version, loadedAt, lastError, refresh } = row;
  return {
    id,
    title,
    kind,
    format,
    effect,
    category,
    reliability,
    lineage,
    decay: source.decay ?? null,
    licence,
    address: source.address ?? null,
    intervalSeconds: source.intervalSeconds,
    refresh,
    builtIn: isBuiltIn,
    rows,
    retained,
    badLines,
    firstBadLines,
    version,
    loadedAt: timeOf(loadedAt),
    ageSeconds: loadedAt === null ? null : Math.max(0, Math.floor((now - loadedAt) / 1000)),
    status: statusOf(row),
    ...(lastError !== null && { lastError }),
  };
}

/** `failed`: the last feed was refused, or the stored segment cannot be read. */
function statusOf({ failedAt, loadedAt }: KnownSource["row"]): ShownSource["status"] {
  if (failedAt !== null) return "failed";
  return loadedAt === null ? "empty" : "live";
}
