import { HOUR_MS, sha256 } from "../../platform/index.ts";
import type { SegmentHeader } from "./layout.ts";
import type { Edition, ManifestEntry } from "./manifest.ts";

/** These are kept whatever their age; older ones are the last of a quarter of a day each. */
const NEWEST = 4;
const OLDER = 4;
const SPAN_MS = 6 * HOUR_MS;

/**
 * Names what a segment holds, by the checksums of its parts. A publisher that knows no conditions sends
 * the same feed again and again, which would take the places of earlier editions.
 */
export function contentOf({ rows, traits, tables }: SegmentHeader): string {
  return sha256(JSON.stringify([rows, traits, tables]));
}

/** The earlier editions to keep of a source when another takes the place of the live one. */
export function editionsAfter(
  replaced: ManifestEntry,
  next: Pick<Edition, "file" | "content">,
): Edition[] {
  const { source: _source, before = [], ...live } = replaced;
  const isSame = live.content !== undefined && live.content === next.content;
  // One that is put back is earlier no longer.
  const all = [...(isSame ? [] : [live]), ...before].filter(({ file }) => file !== next.file);
  const kept = all.slice(0, NEWEST);
  let span: number | undefined;
  for (const edition of all.slice(NEWEST)) {
    const own = Math.floor(edition.loadedAt / SPAN_MS);
    if (own !== span && kept.length < NEWEST + OLDER) kept.push(edition);
    span = own;
  }
  return kept;
}
