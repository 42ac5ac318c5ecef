import type * as z from "zod";

type RawIssue = z.core.$ZodRawIssue;

/** How many of the caller's names an answer repeats. */
const MOST_NAMES = 5;
const MOST_OF_NAME = 64;

const TYPES: Record<string, string> = {
  string: "text",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  tuple: "a list",
  object: "an object",
  record: "an object",
};
const FORMATS: Record<string, string> = {
  datetime: "a moment, as 2026-01-31T09:30:00Z",
  date: "a day, as 2026-01-31",
  url: "a URL",
  uuid: "a UUID",
  base64: "Base64 with its padding",
};
const UNITS: Record<string, string> = { string: "characters", array: "items" };

export const MISSING = "is missing";

/** What a field must be, to be read after its name: "must be text". */
export function sayIssue(issue: RawIssue): string {
  const wanted = sayWanted(issue);
  return isMissing(issue) ? `${MISSING}; it ${wanted}` : wanted;
}

/** For a discriminated union the input is the whole object; what is missing is the discriminator. */
function isMissing({ input, discriminator }: RawIssue): boolean {
  const object = input as Record<string, unknown>;
  return (typeof discriminator === "string" ? object[discriminator] : input) === undefined;
}

function sayWanted(issue: RawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return `must be ${TYPES[issue.expected] ?? `a ${issue.expected}`}`;
    case "invalid_value":
      return oneOf(issue.values);
    case "invalid_union":
      return Array.isArray(issue.options) ? oneOf(issue.options) : "must have another form";
    case "too_small":
      return sayBound(issue, issue.minimum, issue.inclusive === false ? "more than" : "at least");
    case "too_big":
      return sayBound(issue, issue.maximum, issue.inclusive === false ? "less than" : "at most");
    case "invalid_format":
      return sayFormat(issue);
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "unrecognized_keys":
      return `must not have ${sayNames(issue.keys)}`;
    default:
      return "must have another form";
  }
}

function oneOf(values: readonly unknown[]): string {
  return `must be ${values.length === 1 ? "" : "one of "}${values.map(String).join(", ")}`;
}

function sayBound(
  { origin, exact }: { origin: string; exact?: boolean | undefined },
  bound: number | bigint,
  how: string,
): string {
  const unit = UNITS[origin];
  const limit = `${exact === true ? "exactly" : how} ${bound}`;
  if (unit !== undefined && limit === "at least 1") return "must not be empty";
  return unit === undefined ? `must be ${limit}` : `must have ${limit} ${unit}`;
}

function sayFormat(issue: RawIssue & { code: "invalid_format" }): string {
  const known = FORMATS[issue.format];
  if (known !== undefined) return `must be ${known}`;
  const { prefix, pattern = issue.format } = issue;
  return typeof prefix === "string" ? `must begin with "${prefix}"` : `must match ${pattern}`;
}

function sayNames(names: readonly string[]): string {
  const some = names.slice(0, MOST_NAMES).map((name) => `"${name.slice(0, MOST_OF_NAME)}"`);
  return `${some.join(", ")}${names.length > MOST_NAMES ? " and others" : ""}`;
}
