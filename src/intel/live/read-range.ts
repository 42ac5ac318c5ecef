import { keepNear, recallNear, remember, type EdgeCache } from "../../platform/index.ts";
import { isWhole, type Range, type ReadRange } from "../segments/block-reader.ts";
import { CorruptSegment } from "../segments/read-segment.ts";
import type { Bucket } from "../segments/manifest.ts";

/** Blocks that an isolate keeps; together about four megabytes at most. */
const MAX_BLOCKS = 256;
const CACHE_SECONDS = 86_400;
const CACHE_ADDRESS = "https://blocks.rampart.internal/";

/** How many reads outside of this isolate a piece of work has left. */
interface Allowance {
  calls: number;
}

const UNBOUNDED: Allowance = { calls: Number.POSITIVE_INFINITY };

/** A piece of work needs more reads of cache and store than one request may make. */
export class TooManyReads extends Error {}

/**
 * Reads parts of stored files from memory, or else from the cache of the data centre, or else from the
 * store. Files never change, so what is kept stays right.
 */
export class RangeReader {
  private readonly blocks = new Map<string, ArrayBuffer>();
  private readonly bucket: Bucket;
  private readonly cache: EdgeCache | undefined;

  constructor(bucket: Bucket, cache: EdgeCache | undefined) {
    this.bucket = bucket;
    this.cache = cache;
  }

  read: ReadRange = (range) => this.find(range, UNBOUNDED);

  /** The same with a limit, for work that may read very much. */
  atMost(calls: number): ReadRange {
    const allowance = { calls };
    return (range) => this.find(range, allowance);
  }

  private async find(range: Range, allowance: Allowance): Promise<ArrayBuffer> {
    const name = `${range.file}?at=${range.at}&bytes=${range.bytes}`;
    const known = this.blocks.get(name);
    if (known !== undefined) return known;
    const inCache = await this.fromCache(name, range, allowance);
    const block = inCache ?? (await this.fromStore(name, range, allowance));
    remember(this.blocks, name, block, MAX_BLOCKS);
    return block;
  }

  private async fromCache(
    name: string,
    range: Range,
    allowance: Allowance,
  ): Promise<ArrayBuffer | undefined> {
    if (this.cache === undefined) return undefined;
    spend(allowance);
    const block = await recallNear(this.cache, CACHE_ADDRESS + name);
    return block !== undefined && isWhole(block, range) ? block : undefined;
  }

  /** Only whole blocks are kept: a damaged one may have been damaged on its way here. */
  private async fromStore(name: string, range: Range, allowance: Allowance): Promise<ArrayBuffer> {
    const { file, at, bytes } = range;
    spend(allowance);
    const object = await this.bucket.get(file, { range: { offset: at, length: bytes } });
    if (object === null || !("body" in object)) throw new CorruptSegment("it is missing");
    const block = await object.arrayBuffer();
    if (!isWhole(block, range)) throw new CorruptSegment("a block is damaged");
    if (this.cache !== undefined) {
      spend(allowance);
      await keepNear(this.cache, CACHE_ADDRESS + name, block.slice(0), CACHE_SECONDS);
    }
    return block;
  }
}

function spend(allowance: Allowance): void {
  allowance.calls -= 1;
  if (allowance.calls < 0) throw new TooManyReads("it takes more reads than a request may make");
}
