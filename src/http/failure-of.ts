const BOUND_VALUES = /(Failed query: .*?)\nparams: .*/s;
const QUOTED = /["'`].*["'`]/s;
const FRAME = /^\s+at /;
/** Shorter values stand in every text by chance. */
const TELLING_CHARACTERS = 4;

interface FailedQuery {
  query: string;
  params: unknown;
  cause?: unknown;
}

/** What failed, for the log: without the values of a query and without the text that did not parse. */
export function failureOf(error: unknown): string {
  if (isFailedQuery(error)) return `Failed query: ${error.query}${becauseOf(error)}`;
  if (error instanceof SyntaxError) return withoutQuotes(String(error));
  // Another object's error arrives as its message alone.
  return String(error).replace(BOUND_VALUES, "$1");
}

/** The same with where it failed. */
export function failureWithFrames(error: unknown): string {
  return [failureOf(error), ...framesOf(error)].join("\n");
}

function isFailedQuery(error: unknown): error is FailedQuery {
  return (
    typeof error === "object" &&
    error !== null &&
    "query" in error &&
    typeof error.query === "string" &&
    "params" in error
  );
}

function becauseOf({ cause, params }: FailedQuery): string {
  if (!(cause instanceof Error)) return "";
  const values = Array.isArray(params) ? params.map(String) : [String(params)];
  const said = values
    .filter((value) => value.length >= TELLING_CHARACTERS)
    // Of two that begin alike the longer one first: else the rest of it would stay.
    .toSorted((one, other) => other.length - one.length)
    .reduce((text, value) => text.replaceAll(value, "…"), cause.message);
  return `: ${withoutQuotes(said)}`;
}

/** The engine quotes what it could not take: `Type 'object' not supported for value 'a,b'`. */
function withoutQuotes(text: string): string {
  return text.replace(QUOTED, "…");
}

/** Only what comes after the message: the message may hold lines that look like frames. */
function framesOf(error: unknown): string[] {
  if (!(error instanceof Error) || error.stack === undefined) return [];
  const { stack, message } = error;
  const at = stack.indexOf(message);
  if (at < 0) return [];
  return stack
    .slice(at + message.length)
    .split("\n")
    .filter((line) => FRAME.test(line));
}
