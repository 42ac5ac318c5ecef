import { isObject } from "../http/index.ts";
import { isLonger } from "../platform/index.ts";
import { EVENT_VERSION, fitsAsEventId, MAX_EVENT_ID_LENGTH } from "./event.ts";

export const MAX_PROBLEMS = 20;
const MAX_TEXT = 4_096;
const TYPE = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/;
/** Types that begin like this are the server's own. */
const OWN_TYPES = "rampart.";
const RFC3339 = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;
const MAX_SEVERITY = 6;
const OTHER_SEVERITY = 99;
const OBJECTS = ["host", "actor", "process", "file", "network", "attributes", "unmapped"];
const WHOLE_NUMBERS = ["class_uid", "category_uid", "activity_id", "type_uid"];
const TEXTS = ["message", "raw_hash", "trace_id"];

type Fields = Record<string, unknown>;

/** How an event differs from the contract's NormalizedEvent 1. It is never refused for that. */
export function findProblems(event: Fields): string[] {
  const problems = [
    ...requiredProblems(event),
    ...OBJECTS.filter((name) => has(event, name) && !isObject(event[name])).map(
      mustBe("an object"),
    ),
    ...WHOLE_NUMBERS.filter((name) => has(event, name) && !Number.isSafeInteger(event[name])).map(
      mustBe("a whole number"),
    ),
    ...TEXTS.filter((name) => has(event, name) && !isText(event[name])).map(
      mustBe("a text of at most 4,096 characters"),
    ),
    ...observableProblems(event["observables"]),
    ...timeProblems(event),
  ];
  return problems.slice(0, MAX_PROBLEMS);
}

/** The milliseconds of an RFC 3339 time, or null. A leap second counts as the second before it. */
export function readEventTime(value: unknown): number | null {
  const [, day, clock, fraction = "", zone] =
    (typeof value === "string" && RFC3339.exec(value)) || [];
  if (day === undefined || clock === undefined || clock >= "24") return null;
  const second = clock.replace("59:60", "59:59");
  const at = Date.parse(`${day}T${second}${fraction.slice(0, 4)}${zone?.toUpperCase()}`);
  return Number.isNaN(at) || !isDay(day) ? null : at;
}

/** Whether there is such a day: `Date` reads 30 February as 2 March. */
function isDay(day: string): boolean {
  return new Date(day).toISOString().startsWith(day);
}

function requiredProblems(event: Fields): string[] {
  const { version, eventId, type, severity_id: severity } = event;
  const problems: string[] = [];
  if (version !== EVENT_VERSION) problems.push("version: must be 1");
  if (typeof eventId === "string") {
    if (!fitsAsEventId(eventId)) {
      problems.push(`eventId: must have 1 to ${MAX_EVENT_ID_LENGTH} characters`);
    }
  } else if (eventId !== undefined && eventId !== null) problems.push("eventId: must be a text");
  if (typeof type !== "string" || !TYPE.test(type)) {
    problems.push("type: must be dotted words in lower case");
  } else if (type.startsWith(OWN_TYPES)) problems.push("type: rampart.* is the server's own");
  const known =
    severity === OTHER_SEVERITY ||
    (Number.isInteger(severity) && Number(severity) >= 0 && Number(severity) <= MAX_SEVERITY);
  if (severity !== undefined && !known) problems.push("severity_id: must be 0 to 6, or 99");
  return problems;
}

function observableProblems(value: unknown): string[] {
  if (value === undefined) return [];
  const fits =
    Array.isArray(value) &&
    value.every((each) => isObject(each) && isText(each["type"]) && isText(each["value"]));
  return fits ? [] : ["observables: must be a list of {type, value}"];
}

function timeProblems(event: Fields): string[] {
  const problems: string[] = [];
  const time = readEventTime(event["time"]);
  const observed = readEventTime(event["observed_time"]);
  if (time === null) problems.push("time: must be an RFC 3339 time");
  if (has(event, "observed_time") && observed === null) {
    problems.push("observed_time: must be an RFC 3339 time");
  }
  if (time !== null && observed !== null && time > observed) {
    problems.push("time: lies after observed_time");
  }
  return problems;
}

function has(event: Fields, name: string): boolean {
  return event[name] !== undefined;
}

function mustBe(what: string): (name: string) => string {
  return (name) => `${name}: must be ${what}`;
}

function isText(value: unknown): boolean {
  return typeof value === "string" && !isLonger(value, MAX_TEXT);
}
