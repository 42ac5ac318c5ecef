import { describe, expect, it } from "vitest";
import { RangeReader } from "../../../src/intel/live/read-range.ts";
import type { Bucket } from "../../../src/intel/segments/manifest.ts";
import { crc32 } from "../../../src/platform/index.ts";

const FILE = Uint8Array.from({ length: 64 }, (_, at) => at);
const RANGE = { file: "f", at: 8, bytes: 16, crc: crc32(FILE.slice(8, 24)) };

/** A reader whose data centre's cache holds `kept`, and how often the store was asked. */
function aReader(kept: Uint8Array<ArrayBuffer> | undefined) {
  const state = { asked: 0, put: 0 };
  const get = async (_file: string, { range }: { range: { offset: number; length: number } }) => {
    state.asked += 1;
    const { offset, length } = range;
    return { body: null, arrayBuffer: async () => FILE.slice(offset, offset + length).buffer };
  };
  const cache = {
    match: async () => kept && new Response(kept),
    put: async () => void (state.put += 1),
  };
  const reader = new RangeReader({ get } as unknown as Bucket, cache);
  return { state, read: async () => [...new Uint8Array(await reader.read(RANGE))] };
}

describe("a block in the data centre's cache", () => {
  const whole = FILE.slice(8, 24);

  it.each([
    ["whole", whole, 0],
    ["damaged", whole.with(3, 99), 1],
    ["cut", whole.slice(1), 1],
    ["missing", undefined, 1],
  ])("is read correctly if the cached copy is %s", async (_name, kept, asked) => {
    const { state, read } = aReader(kept);
    expect(await read()).toEqual([...whole]);
    expect(await read()).toEqual([...whole]);
    expect(state).toEqual({ asked, put: asked });
  });
});
