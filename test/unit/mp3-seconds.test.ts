import { expect, it } from "vitest";
import { mp3Seconds } from "../../src/ai/voice/mp3-seconds.ts";

/** A frame's first four bytes and silence up to its end. */
const frame = (head: number, bytes: number) => {
  const all = Buffer.alloc(bytes);
  all.writeUInt32BE(head >>> 0);
  return all;
};
/** MPEG 2, 48 kbit/s, 24 kHz, as Azure gives it: 144 bytes for 24 ms. */
const SLOW = frame(0xfff364c0, 144);
/** MPEG 1, 128 kbit/s, 44.1 kHz, padded: 418 bytes for 26.122 ms. */
const FAST = frame(0xfffb9200, 418);
const TAG = Buffer.concat([
  Buffer.from("ID3\x04\0\0\0\0\x01\x00", "latin1"),
  Buffer.alloc(128, 255),
]);

it.each([
  ["no bytes", [], 0],
  ["frames of MPEG 2", Array.from({ length: 250 }, () => SLOW), 6],
  ["frames of MPEG 1", Array.from({ length: 100 }, () => FAST), 2.6122],
  ["a tag before the sound, and one between two pieces", [TAG, SLOW, TAG, SLOW], 0.048],
  ["noise between frames", [SLOW, Buffer.alloc(50, 7), SLOW], 0.048],
  ["a last frame that was cut", [SLOW, SLOW.subarray(0, 60)], 0.048],
  ["bytes that are no MP3", [Buffer.alloc(4_000, 3)], 0],
  [
    "thousands of bytes that look like the start of a frame",
    [SLOW, Buffer.alloc(20_000, 255), SLOW],
    0,
  ],
  ["frames of unknown rates and versions", [frame(0xffeb9200, 418), frame(0xfffb9e00, 418)], 0],
])("the seconds of an MP3 are right for %s", (_what, parts, seconds) => {
  expect(mp3Seconds(Buffer.concat(parts))).toBeCloseTo(seconds, 3);
});
