const TRACE_BYTES = 16;
const SPAN_BYTES = 8;
/** A `traceparent` (W3C) whose digits are yet to be drawn. */
const EMPTY = `00-${"0".repeat(2 * TRACE_BYTES)}-${"0".repeat(2 * SPAN_BYTES)}-01`;
export const TRACE_LENGTH = EMPTY.length;
const TRACE_AT = EMPTY.indexOf("-") + 1;
const SPAN_AT = EMPTY.indexOf("-", TRACE_AT) + 1;

/** Where each byte of an id has its two digits. */
const PLACES = [...placesFrom(TRACE_AT, TRACE_BYTES), ...placesFrom(SPAN_AT, SPAN_BYTES)];
const DIGITS = Buffer.from("0123456789abcdef");
/** So many are written out at once. */
const WRITTEN = 128;
const form = Buffer.from(EMPTY.repeat(WRITTEN));

/** New traces, one behind the other; digit by digit, which is the cheapest (decision 0003). */
export function writeTraces(): string {
  const drawn = crypto.getRandomValues(new Uint8Array(PLACES.length * WRITTEN));
  let next = 0;
  for (let trace = 0; trace < form.length; trace += TRACE_LENGTH) {
    for (const place of PLACES) {
      const byte = drawn[next] ?? 0;
      form[trace + place] = DIGITS[byte >> 4] ?? 0;
      form[trace + place + 1] = DIGITS[byte & 15] ?? 0;
      next += 1;
    }
  }
  return form.toString("latin1");
}

function placesFrom(first: number, bytes: number): number[] {
  return Array.from({ length: bytes }, (_, at) => first + 2 * at);
}
