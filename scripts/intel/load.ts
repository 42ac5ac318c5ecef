import { createReadStream, statSync } from "node:fs";
import { open } from "node:fs/promises";
import type * as z from "zod";
import { MAX_FEED_BYTES } from "../../src/intel/refresh/most-bytes.ts";
import { MAGIC } from "../../src/intel/segments/layout.ts";
import { Failure } from "../dev/failure.ts";
import type { Order } from "./read-order.ts";
import { accepted, send } from "./send.ts";

/** Sends a feed, or a segment that was built before; returns the lines to print. */
export async function load(order: Order): Promise<string[]> {
  const { source, file, mayShrink, target } = order;
  const bytes = sizeOf(file);
  const isSegment = (await firstWord(file)) === MAGIC;
  if (!isSegment && bytes > MAX_FEED_BYTES) {
    throw new Failure(`${file} is too large to be read by a Worker: use build in place of load.`);
  }
  const path = pathFor(source, isSegment ? "segment" : "feed", mayShrink);
  const content = createReadStream(file) as AsyncIterable<Uint8Array>;
  return tell(source, await send(target(), { path, bytes, content }, accepted));
}

export function sizeOf(file: string): number {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) throw new Failure(`There is no ${file}.`);
  if (!found.isFile())
    throw new Failure(`${file} is no file: its length must be known beforehand.`);
  return found.size;
}

export function pathFor(source: string, what: "feed" | "segment", mayShrink: boolean): string {
  const query = mayShrink ? "?mayShrink=true" : "";
  return `/admin/intel/sources/${encodeURIComponent(source)}/${what}${query}`;
}

export function tell(source: string, answer: z.infer<typeof accepted>): string[] {
  const { rows, badLines, firstBadLines, version } = answer;
  return [
    `${source}: ${rows} rows, ${badLines} bad lines, version ${version}; live everywhere within 30 s`,
    ...firstBadLines.map(({ line, reason }) => `  line ${line}: ${reason}`),
  ];
}

async function firstWord(file: string): Promise<number> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    return bytesRead < 4 ? 0 : buffer.readUInt32LE(0);
  } finally {
    await handle.close();
  }
}
