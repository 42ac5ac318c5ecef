import { afterEach, describe, expect, it, vi } from "vitest";
import { keepAudio, recallAudio } from "../../src/ai/voice/keep-audio.ts";
import { RangeReader } from "../../src/intel/live/read-range.ts";
import type { Bucket } from "../../src/intel/segments/manifest.ts";
import { crc32 } from "../../src/platform/index.ts";

const lost = () => Promise.reject(new Error("Network connection lost."));
const broken = () => new ReadableStream({ start: (body) => body.error(new Error("it broke off")) });
const FAILING = [
  ["does not answer", { match: lost, put: lost }],
  ["breaks off", { match: async () => new Response(broken()), put: async () => {} }],
] as const;

describe.each(FAILING)("if the cache of the edge %s", (_, cache) => {
  afterEach(() => vi.unstubAllGlobals());

  it("a block of the index is read from the store", async () => {
    const block = new Uint8Array([1, 2, 3, 4]);
    const get = async () => ({ body: true, arrayBuffer: async () => block.buffer });
    const { read } = new RangeReader({ get } as unknown as Bucket, cache);
    const range = { file: "intel/segments/x/1", at: 0, bytes: 4, crc: crc32(block) };
    expect(new Uint8Array(await read(range))).toEqual(block);
  });

  it("speech is not recalled, and keeping it does not throw", async () => {
    vi.stubGlobal("caches", { default: cache });
    const spoken = { provider: "azure", voice: "v", language: "es", text: "Hola." };
    expect(await recallAudio("tenant", spoken)).toBeUndefined();
    await keepAudio("tenant", spoken, new Uint8Array([1]));
  });
});
