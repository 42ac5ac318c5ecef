import "../suffixes/open-rules.ts";
import { createReadStream } from "node:fs";
import { buildIndex, finish, type Index, type Part } from "../../src/intel/indexes/build-index.ts";
import { buildFromFeed, type BuiltFeed } from "../../src/intel/refresh/build-from-feed.ts";
import { readSegment } from "../../src/intel/segments/read-segment.ts";
import { writeSegment } from "../../src/intel/segments/write-segment.ts";
import { BUILT_IN } from "../../src/intel/sources/registry.ts";
import type { Source } from "../../src/intel/sources/source.ts";

export interface LoadedFeed {
  source: Source;
  file: string;
  built: BuiltFeed;
  part: Part;
}

/** Reads feeds as the Worker does, into segments and one index. */
export async function loadFeeds(
  feeds: ReadonlyMap<string, string>,
  now: number,
): Promise<{ index: Index; loaded: LoadedFeed[] }> {
  const loaded: LoadedFeed[] = [];
  for (const [id, file] of feeds) loaded.push(await loadFeed(id, file, now));
  return {
    index: finish(
      buildIndex(
        1,
        loaded.map(({ part }) => part),
      ),
    ),
    loaded,
  };
}

async function loadFeed(id: string, file: string, now: number): Promise<LoadedFeed> {
  const source = BUILT_IN.get(id);
  if (source === undefined) throw new Error(`There is no source ${id}.`);
  const options = { mailSecret: "", onText: undefined };
  const built = await buildFromFeed(source, createReadStream(file), options);
  const { builder, rows } = built;
  const tables = builder.finish();
  const about = { source: id, createdAt: now, rows, retained: 0, traits: builder.traits };
  const { bytes } = writeSegment({ ...about, tables });
  const part = { source, segment: readSegment(bytes.buffer), file: id, confirmedAt: now };
  return { source, file, built, part };
}
