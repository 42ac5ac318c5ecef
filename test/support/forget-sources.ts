import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { latestVersion } from "../../src/intel/live/store.ts";
import { changeManifest } from "../../src/intel/segments/manifest.ts";
import { intelSources } from "../../src/intel/tables.ts";
import { among, database } from "../../src/platform/index.ts";

const made: { by: string | undefined; ids: string[] } = { by: undefined, ids: [] };

export function noteSource(id: string): void {
  made.ids.push(id);
}

/**
 * Removes the sources of the file before, because every isolate that a test begins reads all sources.
 */
export async function forgetSourcesBefore(): Promise<void> {
  const { testPath } = expect.getState();
  if (made.by === testPath) return;
  made.by = testPath;
  await forgetSources();
}

/** For a file with many isolates whose tests share no source: it is called after each of them. */
export async function forgetSources(): Promise<void> {
  const ids = new Set(made.ids);
  made.ids = [];
  if (ids.size === 0) return;
  const db = database(env);
  await db.delete(intelSources).where(among(intelSources.id, [...ids]));
  await changeManifest(
    env.OBJECTS,
    (entries) => entries.filter(({ source }) => !ids.has(source.id)),
    () => latestVersion(db),
  );
}
