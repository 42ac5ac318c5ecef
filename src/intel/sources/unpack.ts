import { gunzipPieces } from "../../platform/index.ts";

/** A packed file that cannot be unpacked. */
export class NotUnpacked extends Error {}

const HEAD_BYTES = 6;

/** The beginnings of packed files that are not read, and what to do with them. */
const OTHERS: readonly (readonly [head: readonly number[], message: string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], "The file is a ZIP archive: unpack it first."],
  [[0x42, 0x5a, 0x68], "The file is packed with bzip2: unpack it first, or pack it with gzip."],
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a], "The file is packed with xz: unpack it first."],
  [[0x28, 0xb5, 0x2f, 0xfd], "The file is packed with zstd: unpack it first."],
  [[0xff, 0xfe], "The file is in UTF-16: save it in UTF-8."],
  [[0xfe, 0xff], "The file is in UTF-16: save it in UTF-8."],
];
const GZIP = [0x1f, 0x8b];

/** The bytes of a feed; if it is packed with gzip, unpacked. */
export async function* unpack(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const pieces = bytes[Symbol.asyncIterator]();
  try {
    const head = await takeHead(pieces);
    const other = OTHERS.find(([start]) => startsWith(head, start));
    if (other !== undefined) throw new NotUnpacked(other[1]);
    const whole = goingOn(head, pieces);
    yield* startsWith(head, GZIP) ? gunzip(whole) : whole;
  } finally {
    await pieces.return?.();
  }
}

async function takeHead(pieces: AsyncIterator<Uint8Array>): Promise<Uint8Array> {
  let head = new Uint8Array(0);
  while (head.length < HEAD_BYTES) {
    const next = await pieces.next();
    if (next.done === true) break;
    const longer = new Uint8Array(head.length + next.value.length);
    longer.set(head);
    longer.set(next.value, head.length);
    head = longer;
  }
  return head;
}

async function* goingOn(
  head: Uint8Array,
  pieces: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield head;
  for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) {
    yield next.value;
  }
}

async function* gunzip(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  // Kept apart: a failure of the sender, and a file that cannot be unpacked.
  let broken: { error: unknown } | undefined;
  async function* noting() {
    try {
      yield* packed;
    } catch (error) {
      broken = { error };
      throw error;
    }
  }
  try {
    yield* gunzipPieces(noting());
  } catch {
    if (broken !== undefined) throw broken.error;
    throw new NotUnpacked("The file is packed with gzip, and damaged.");
  }
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, at) => bytes[at] === byte);
}
