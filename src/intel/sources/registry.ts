import type { Source } from "./source.ts";
import { THREAT_SOURCES } from "./threat-sources.ts";
import { WARNINGLIST_SOURCES } from "./warninglist-sources.ts";

/** Every source that is built in, by its id. */
export const BUILT_IN: ReadonlyMap<string, Source> = new Map(
  [...THREAT_SOURCES, ...WARNINGLIST_SOURCES].map((source) => [source.id, source]),
);
