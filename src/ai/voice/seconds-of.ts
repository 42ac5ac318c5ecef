import { mp3Seconds } from "./mp3-seconds.ts";
import type { Audio } from "./read-audio.ts";

/** Every recording lies between these two, whatever it says of itself. */
const LEAST_BYTES_PER_SECOND = 1_000;
const MOST_BYTES_PER_SECOND = 1_000_000;
/** The usual rate of speech, for a recording whose length cannot be read. */
const LIKELY_BYTES_PER_SECOND = 4_000;
const OPUS_RATE = 48_000;
const FOUR_BYTES = 2 ** 32;

const READERS: Record<string, (bytes: Buffer) => number> = {
  "audio/wav": readWav,
  "audio/flac": readFlac,
  "audio/ogg": readOgg,
  "audio/mpeg": mp3Seconds,
};

/** The longest that it can be. */
export function mostSecondsOf({ bytes }: Audio): number {
  return Math.ceil(bytes.length / LEAST_BYTES_PER_SECOND);
}

/** The length of a recording as it says itself, or else by its size. */
export function secondsOf(audio: Audio): number {
  const { buffer, byteOffset, length } = audio.bytes;
  const stated = READERS[audio.type]?.(Buffer.from(buffer, byteOffset, length)) ?? 0;
  const isKnown = Number.isFinite(stated) && stated > 0;
  const seconds = Math.ceil(isKnown ? stated : length / LIKELY_BYTES_PER_SECOND);
  const least = Math.ceil(length / MOST_BYTES_PER_SECOND);
  return Math.min(Math.max(seconds, least), mostSecondsOf(audio));
}

function readWav(bytes: Buffer): number {
  let rate = 0;
  for (let at = 12; at + 20 <= bytes.length;) {
    const name = bytes.toString("latin1", at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    if (name === "fmt ") rate = bytes.readUInt32LE(at + 16);
    // In a recording that was not ended properly, the size says nothing.
    if (name === "data") return Math.min(size, bytes.length - at - 8) / rate;
    at += 8 + size + (size % 2);
  }
  return 0;
}

function readFlac(bytes: Buffer): number {
  if (bytes.length < 26) return 0;
  const rate = bytes.readUIntBE(18, 3) >> 4;
  return (bytes.readUInt8(21) % 16) * (FOUR_BYTES / rate) + bytes.readUInt32BE(22) / rate;
}

/** The last page has the number of samples up to its end. */
function readOgg(bytes: Buffer): number {
  const last = bytes.lastIndexOf("OggS");
  if (bytes.length < 44 || last + 14 > bytes.length) return 0;
  const samples = bytes.readUInt32LE(last + 6) + bytes.readUInt32LE(last + 10) * FOUR_BYTES;
  const isVorbis = bytes.toString("latin1", 29, 35) === "vorbis";
  return samples / (isVorbis ? bytes.readUInt32LE(40) : OPUS_RATE);
}
