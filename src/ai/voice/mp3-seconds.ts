const ID3 = Buffer.from("ID3", "latin1");
const ID3_HEAD = 10;
const FRAME_HEAD = 4;
const FIRST_OF_FRAME = 0xff;
const LAYER_3 = 1;
/** How often something other than a frame may be found. Above this the bytes are no MP3. */
const MAX_LOST = 10_000;
const RATES = [44_100, 48_000, 32_000];

/** By the two bits of the version: 2.5, one that does not exist, 2 and 1. */
const VERSIONS = [
  { slower: 4, samples: 576 },
  undefined,
  { slower: 2, samples: 576 },
  { slower: 1, samples: 1_152 },
];
const KILOBITS = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const KILOBITS_OF_SLOWER = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];

/**
 * The length of MP3 audio, counted frame by frame, because the format does not say it. Several files
 * may follow each other.
 */
export function mp3Seconds(bytes: Buffer): number {
  let seconds = 0;
  let lost = 0;
  for (let at = 0; at + FRAME_HEAD <= bytes.length;) {
    const frame = readFrame(bytes.readUInt32BE(at));
    if (frame !== undefined) {
      seconds += frame.seconds;
      at += frame.bytes;
    } else if (lost < MAX_LOST) {
      lost += 1;
      at = afterTag(bytes, at);
    } else {
      return 0;
    }
  }
  return seconds;
}

/**
 * The place after a tag of names and pictures. If there is no tag, the next byte that may begin a
 * frame.
 */
function afterTag(bytes: Buffer, at: number): number {
  if (at + ID3_HEAD > bytes.length || bytes.compare(ID3, 0, 3, at, at + 3) !== 0) {
    const next = bytes.indexOf(FIRST_OF_FRAME, at + 1);
    return next === -1 ? bytes.length : next;
  }
  const sevens = bytes.subarray(at + 6, at + ID3_HEAD);
  return at + ID3_HEAD + sevens.reduce((size, byte) => size * 128 + (byte % 128), 0);
}

function readFrame(head: number) {
  const version = VERSIONS[(head >>> 19) & 3];
  const rate = RATES[(head >>> 10) & 3];
  if (head >>> 21 !== 0x7ff || ((head >>> 17) & 3) !== LAYER_3) return undefined;
  if (version === undefined || rate === undefined) return undefined;
  const { slower, samples } = version;
  const kilobits = (slower === 1 ? KILOBITS : KILOBITS_OF_SLOWER)[((head >>> 12) & 15) - 1];
  if (kilobits === undefined) return undefined;
  const seconds = (samples * slower) / rate;
  const padding = (head >>> 9) & 1;
  return { seconds, bytes: Math.floor(kilobits * 125 * seconds) + padding };
}
