import { saySize } from "../say-size.ts";

/** JSON may spell any byte of a text as six. */
const SPELLED = 6;
const BESIDE_BYTES = 4 * 1024;

/** What a body may have, so that this much of content fits however its JSON is spelled. */
export function roomFor(bytes: number): number {
  return SPELLED * bytes + BESIDE_BYTES;
}

/** For the description of what has so many bytes as JSON in UTF-8, however a request spells it. */
export function mostBytes(most: number) {
  return { "x-max-bytes": most, description: `At most ${saySize(most)} as JSON in UTF-8.` };
}
