import type { ManifestEntry } from "../segments/manifest.ts";

/**
 * A source's stored segment is missing or damaged. The message says which, and what helps; `isDamage`
 * recognises it by its words.
 */
export class DamagedSource extends Error {
  readonly source: string;
  readonly file: string;
  readonly version: number;

  constructor({ source, file, version }: ManifestEntry, reason: string) {
    super(
      `The segment ${file} of the source ${source.id} is damaged: ${reason}. Load the feed of ${source.id} again, or delete the source; until then isolates keep the index that they have.`,
    );
    this.name = "DamagedSource";
    this.source = source.id;
    this.file = file;
    this.version = version;
  }
}
