import type * as Crypto from "node:crypto";
import type * as Zlib from "node:zlib";
import { once } from "./once.ts";

/**
 * What we use of Node's modules. They are loaded by the first call: an import would load them at every
 * start of the Worker, which costs more than all the rest of the start (docs/decisions/0043).
 */
const cryptoModule = once(() => globalThis.process.getBuiltinModule("node:crypto"));
const streamModule = once(() => globalThis.process.getBuiltinModule("node:stream"));
const zlibModule = once(() => globalThis.process.getBuiltinModule("node:zlib"));

export const createHash: typeof Crypto.createHash = (...args) => cryptoModule().createHash(...args);

export const createHmac: typeof Crypto.createHmac = (...args) => cryptoModule().createHmac(...args);

export const timingSafeEqual: typeof Crypto.timingSafeEqual = (one, other) =>
  cryptoModule().timingSafeEqual(one, other);

export const randomBytes = (size: number): Buffer => cryptoModule().randomBytes(size);

export const crc32: typeof Zlib.crc32 = (...args) => zlibModule().crc32(...args);

export const gzipSync: typeof Zlib.gzipSync = (...args) => zlibModule().gzipSync(...args);

export const gunzipSync: typeof Zlib.gunzipSync = (...args) => zlibModule().gunzipSync(...args);

/** Unpacks gzip as it comes. Unlike `DecompressionStream` it reads files of several members. */
export function gunzipPieces(packed: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const opened = zlibModule().createGunzip();
  // A failure of either side comes out of the stream that is read.
  streamModule().pipeline(packed, opened, () => {});
  return opened;
}

export const inflateRawSync: typeof Zlib.inflateRawSync = (...args) =>
  zlibModule().inflateRawSync(...args);
