/**
 * A binary fuse filter (Graf, Lemire 2022) with three places for each key and eight bits in each: about
 * nine bits a key, never a false "no", and a false "maybe" in one of 256 cases.
 */
export interface Filter {
  seed: number;
  segmentLength: number;
  segments: number;
  fingerprints: Uint8Array;
}

type Shape = Omit<Filter, "fingerprints">;

const PLACES = 3;
const MAX_SEGMENT_LENGTH = 1 << 18;
const MAX_TRIES = 64;
const WORDS_32 = 2 ** 32;

function mix(word: number): number {
  let mixed = word;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

interface Spread {
  a: number;
  b: number;
  c: number;
  fingerprint: number;
}

/** Where a key lives: one place in each of three neighbouring segments. */
function spread(hi: number, lo: number, shape: Shape): Spread {
  const { seed, segmentLength, segments } = shape;
  const one = mix(hi ^ mix(lo ^ seed));
  const two = mix(one ^ lo);
  const three = mix(two ^ hi ^ seed);
  const mask = segmentLength - 1;
  const a = Math.floor((one * segments * segmentLength) / WORDS_32);
  const b = (a + segmentLength) ^ (two & mask);
  const c = (a + 2 * segmentLength) ^ ((two >>> 14) & mask);
  return { a, b, c, fingerprint: three & 0xff };
}

export function mayContain(filter: Filter, hi: number, lo: number): boolean {
  const { a, b, c, fingerprint } = spread(hi, lo, filter);
  const { fingerprints } = filter;
  const found = (fingerprints[a] ?? 0) ^ (fingerprints[b] ?? 0) ^ (fingerprints[c] ?? 0);
  return found === fingerprint;
}

/** Keys must be unique: with equal ones no filter can be built. */
export function buildFilter(hi: Uint32Array, lo: Uint32Array): Filter {
  const size = sizeFor(hi.length);
  for (let seed = 1; seed <= MAX_TRIES; seed += 1) {
    const shape = { seed: mix(seed), ...size };
    const peeled = peel(hi, lo, shape);
    if (peeled !== undefined) return assign(hi, lo, shape, peeled);
  }
  throw new Error("No filter could be built: are the keys unique?");
}

function sizeFor(keys: number): Omit<Shape, "seed"> {
  const exponent = keys < 2 ? 2 : Math.floor(Math.log(keys) / Math.log(3.33) + 2.25);
  const segmentLength = Math.min(2 ** exponent, MAX_SEGMENT_LENGTH);
  const factor = keys < 2 ? 0 : Math.max(1.125, 0.875 + (0.25 * Math.log(1e6)) / Math.log(keys));
  const segments = Math.max(1, Math.ceil((keys * factor) / segmentLength) - (PLACES - 1));
  return { segmentLength, segments };
}

function lengthOf({ segmentLength, segments }: Shape): number {
  return (segments + PLACES - 1) * segmentLength;
}

interface Peeled {
  keys: Uint32Array;
  places: Uint32Array;
}

/** Takes away keys, one by one, that are alone in one of their places; undefined if some never are. */
function peel(hi: Uint32Array, lo: Uint32Array, shape: Shape) {
  const rows = hi.length;
  const length = lengthOf(shape);
  const counts = new Uint8Array(length);
  const mixed = new Uint32Array(length);
  const touch = (place: number, row: number, by: number) => {
    counts[place] = (counts[place] ?? 0) + by;
    mixed[place] = (mixed[place] ?? 0) ^ row;
  };
  for (let row = 0; row < rows; row += 1) {
    const { a, b, c } = spread(hi[row] ?? 0, lo[row] ?? 0, shape);
    touch(a, row, 1);
    touch(b, row, 1);
    touch(c, row, 1);
  }
  const queue = new Uint32Array(length);
  let queued = 0;
  const enqueue = (place: number) => {
    if (counts[place] !== 1) return;
    queue[queued] = place;
    queued += 1;
  };
  for (let place = 0; place < length; place += 1) enqueue(place);
  const peeled: Peeled = { keys: new Uint32Array(rows), places: new Uint32Array(rows) };
  let done = 0;
  while (queued > 0) {
    queued -= 1;
    const place = queue[queued] ?? 0;
    if (counts[place] !== 1) continue;
    const row = mixed[place] ?? 0;
    peeled.keys[done] = row;
    peeled.places[done] = place;
    done += 1;
    const { a, b, c } = spread(hi[row] ?? 0, lo[row] ?? 0, shape);
    for (const other of [a, b, c]) {
      touch(other, row, -1);
      if (other !== place) enqueue(other);
    }
  }
  return done === rows ? peeled : undefined;
}

function assign(hi: Uint32Array, lo: Uint32Array, shape: Shape, { keys, places }: Peeled): Filter {
  const fingerprints = new Uint8Array(lengthOf(shape));
  for (let at = keys.length - 1; at >= 0; at -= 1) {
    const row = keys[at] ?? 0;
    const { a, b, c, fingerprint } = spread(hi[row] ?? 0, lo[row] ?? 0, shape);
    const others = (fingerprints[a] ?? 0) ^ (fingerprints[b] ?? 0) ^ (fingerprints[c] ?? 0);
    const place = places[at] ?? 0;
    fingerprints[place] = fingerprint ^ others ^ (fingerprints[place] ?? 0);
  }
  return { ...shape, fingerprints };
}
