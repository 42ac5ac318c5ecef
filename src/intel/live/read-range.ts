import { remember } from "../../platform/index.ts";
import { isWhole, type Range, type ReadRange } from "../segments/block-reader.ts";
import { CorruptSegment } from "../segments/read-segment.ts";
import type { Bucket } from "../segments/manifest.ts";

/** Blocks that an isolate keeps: about four megabytes of the largest kind. */
const MAX_BLOCKS = 256;
const CACHE_SECONDS = 86_400;
const CACHE_ADDRESS = "https://blocks.rampart.internal/";

/** A place to keep blocks near the isolate; the platform's own cache, or none. */
export type BlockCache = Pick<Cache, "match" | "put">;

/**
 * Reads parts of stored files: from memory, from the cache of the data centre, from the store.
 * Files never change, so nothing kept can be wrong.
 */
export class RangeReader {
  private readonly blocks = new Map<string, ArrayBuffer>();
  private readonly bucket: Bucket;
  private readonly cache: BlockCache | undefined;

  constructor(bucket: Bucket, cache: BlockCache | undefined) {
    this.bucket = bucket;
    this.cache = cache;
  }

  read: ReadRange = async (range) => {
    const name = `${range.file}?at=${range.at}&bytes=${range.bytes}`;
    const known = this.blocks.get(name);
    if (known !== undefined) return known;
    const block = (await this.fromCache(name, range)) ?? (await this.fromStore(name, range));
    remember(this.blocks, name, block, MAX_BLOCKS);
    return block;
  };

  private async fromCache(name: string, range: Range): Promise<ArrayBuffer | undefined> {
    const answer = await this.cache?.match(CACHE_ADDRESS + name);
    const block = await answer?.arrayBuffer();
    return block !== undefined && isWhole(block, range) ? block : undefined;
  }

  /** Only what is whole is kept: a damaged answer may have been damaged on its way. */
  private async fromStore(name: string, range: Range): Promise<ArrayBuffer> {
    const { file, at, bytes } = range;
    const object = await this.bucket.get(file, { range: { offset: at, length: bytes } });
    if (object === null || !("body" in object)) throw new CorruptSegment("it is missing");
    const block = await object.arrayBuffer();
    if (!isWhole(block, range)) throw new CorruptSegment("a block is damaged");
    const headers = { "cache-control": `max-age=${CACHE_SECONDS}` };
    await this.cache?.put(CACHE_ADDRESS + name, new Response(block.slice(0), { headers }));
    return block;
  }
}
