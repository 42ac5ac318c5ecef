import { sha256 } from "../platform/index.ts";
import { canonicalText } from "./canonical-text.ts";
import { fitsAsEventId, type NormalisedEvent } from "./event.ts";
import { findProblems } from "./find-problems.ts";

/**
 * Describes an event without refusing any: what does not fit is listed in `problems`. `makeId` gives
 * an id to an event that came without one.
 */
export function normalise(
  event: Record<string, unknown>,
  text: string,
  makeId: () => string,
): NormalisedEvent {
  const problems = findProblems(event);
  const { type, time } = event;
  return {
    eventId: eventIdOf(event["eventId"], makeId),
    contentHash: sha256(canonicalText(event) ?? text),
    normalized: problems.length === 0,
    problems,
    type: typeof type === "string" ? type : null,
    time: typeof time === "string" ? time : null,
    text: onOneLine(text),
  };
}

function eventIdOf(value: unknown, makeId: () => string): string | null {
  if (value === undefined || value === null) return makeId();
  if (typeof value !== "string") return null;
  return fitsAsEventId(value) ? value : makeId();
}

/** In JSON a line break stands only between tokens, where a space means the same. */
function onOneLine(json: string): string {
  return json.replace(/[\r\n]+/g, " ").trim();
}
