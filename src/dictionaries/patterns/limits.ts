/** UTF-16 units of a source; also what a dictionary entry may hold. */
export const MAX_SOURCE = 512;
/** Positions of the automaton after repetitions are written out; RE2 has the same limit. */
export const MAX_POSITIONS = 1_000;
export const MAX_COUNT = 1_000;
export const MAX_DEPTH = 50;
export const MAX_EDGES = 8_000;
/** Ways to read the same characters that may be open at one time, from one start. */
export const MAX_WAYS = 256;
/** Steps of the ambiguity check, to bound its time. */
export const MAX_STEPS = 150_000;
/** States of the deterministic automaton that one compiled pattern keeps during one text. */
export const MAX_CACHED_STATES = 512;
export const MAX_CACHED_CELLS = 32_768;
/** States kept from one text to the next; each takes some 400 bytes, for each pattern. */
export const MAX_KEPT_STATES = 64;
