const BOUND_VALUES = /(Failed query: .*?)\nparams: .*/s;
const QUOTED = /["'`].*["'`]/s;
const FRAME = /^\s+at /;
/** Shorter values occur in any text by chance, so they are left in. */
const TELLING_CHARACTERS = 4;

interface FailedQuery {
  query: string;
  params: unknown;
  cause?: unknown;
}

/**
 * What failed, for the log, without secrets: neither a query's values nor a text that did not
 * parse.
 */
export function failureOf(error: unknown): string {
  if (isFailedQuery(error)) return `Failed query: ${error.query}${becauseOf(error)}`;
  if (error instanceof SyntaxError) return withoutQuotes(String(error));
  // An error of a Durable Object arrives as a message alone, so its values are cut out of that.
  return String(error).replace(BOUND_VALUES, "$1");
}

/** The same, followed by the stack's frames. */
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
  const texts = values
    .filter((value) => value.length >= TELLING_CHARACTERS)
    // Longest first: else of a value that begins with a shorter one the rest would stay.
    .toSorted((one, other) => other.length - one.length)
    .reduce((text, value) => text.replaceAll(value, "…"), cause.message);
  return `: ${withoutQuotes(texts)}`;
}

/** The engine quotes values: `Type 'object' not supported for value 'a,b'`. */
function withoutQuotes(text: string): string {
  return text.replace(QUOTED, "…");
}

/**
 * Frames are looked for behind the message only, because a message may hold lines that look like
 * one.
 */
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
