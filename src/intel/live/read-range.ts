import { keepNear, recallNear, remember, type EdgeCache } from "../../platform/index.ts";
import { isWhole, type Range, type ReadRange } from "../segments/block-reader.ts";
import { CorruptSegment } from "../segments/read-segment.ts";
import type { Bucket } from "../segments/manifest.ts";

/** Blocks that an isolate keeps: about four megabytes of the largest kind. */
const MAX_BLOCKS = 256;
const CACHE_SECONDS = 86_400;
const CACHE_ADDRESS = "https://blocks.rampart.internal/";

/**
 * Reads parts of stored files: from memory, from the cache of the data centre, from the store.
 * Files never change, so nothing kept can be wrong.
 */
export class RangeReader {
  private readonly blocks = new Map<string, ArrayBuffer>();
  private readonly bucket: Bucket;
  private readonly cache: EdgeCache | undefined;

  /** The cache is the platform's own, or none. */
  constructor(bucket: Bucket, cache: EdgeCache | undefined) {
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
    const block = this.cache && (await recallNear(this.cache, CACHE_ADDRESS + name));
    return block !== undefined && isWhole(block, range) ? block : undefined;
  }

  /** Only what is whole is kept: a damaged answer may have been damaged on its way. */
  private async fromStore(name: string, range: Range): Promise<ArrayBuffer> {
    const { file, at, bytes } = range;
    const object = await this.bucket.get(file, { range: { offset: at, length: bytes } });
    if (object === null || !("body" in object)) throw new CorruptSegment("it is missing");
    const block = await object.arrayBuffer();
    if (!isWhole(block, range)) throw new CorruptSegment("a block is damaged");
    if (this.cache !== undefined) {
      await keepNear(this.cache, CACHE_ADDRESS + name, block.slice(0), CACHE_SECONDS);
    }
    return block;
  }
}
