import { saySize } from "../say-size.ts";

/** JSON may write a byte of text as six, as in \u0041. */
const SPELLED = 6;
const BESIDE_BYTES = 4 * 1024;

/** The size of a body in which this much text fits, however its JSON writes it. */
export function roomFor(bytes: number): number {
  return SPELLED * bytes + BESIDE_BYTES;
}

/** For the API description of a field whose size is bounded as JSON in UTF-8. */
export function mostBytes(most: number) {
  return { "x-max-bytes": most, description: `At most ${saySize(most)} as JSON in UTF-8.` };
}
