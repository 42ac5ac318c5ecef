/** Signs that reverse the text beside them, or end the isolation that a browser gives. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/gu;
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200e\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** A name with only these signs could be neither seen nor pressed. */
const UNSEEN = /^[\p{Cc}\p{Cf}\p{Z}]+$/u;
const ISOLATE = "\u2068";
const ISOLATE_ENDS = "\u2069";

/**
 * A name or a note that somebody wrote, isolated so that it changes the direction of no other text.
 */
export function sayName(name: string): string {
  if (UNSEEN.test(name)) return "–";
  const said = name.replaceAll(TURNING, "");
  if (said === name && !RIGHT_TO_LEFT.test(name)) return name;
  return `${ISOLATE}${said}${ISOLATE_ENDS}`;
}
