import type { Context } from "hono";
import { findUnkept } from "./find-unkept.ts";
import { collectBytes } from "./collect-bytes.ts";
import { keepShape } from "./keep-shape.ts";
import { isNest, nestsDeeper } from "./nesting.ts";
import { parseJson } from "./parse-json.ts";
import { Problem } from "./problem.ts";
import { refuse } from "./refusal.ts";
import { saySize } from "./say-size.ts";

export const DEFAULT_BODY_BYTES = 256 * 1024;
/**
 * A body that says that it has no more than this is read at once and not counted: its connection
 * takes as much memory, and most requests have one.
 */
export const NOT_COUNTED_BYTES = 16 * 1024;
/** Levels of arrays and objects. Functions that walk a value recurse once for each level. */
export const MAX_NESTING = 100;

/**
 * Longer bodies, such as recordings and documents, are not kept after their request
 * (keep-shape.ts).
 */
const LONGEST_KEPT = 65_536;

const encoder = new TextEncoder();
/** The platform decodes bytes that are no UTF-8 to this. */
const REPLACEMENT = "\uFFFD";
/** Length of the mark that a body may begin with; the decoder leaves it out. */
const BYTE_ORDER_MARK = 3;

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json$/i;

export interface BodyLimits {
  maxBytes?: number;
  /** How often its bytes are held at once, for example because the answer is as long. */
  timesHeld?: number;
  /** No limit on nesting, for a body that is passed on as text and that nothing walks. */
  anyNesting?: boolean;
  /** Also takes what `findUnkept` refuses, for callers who must never be turned away for it. */
  anyContent?: boolean;
}

/** Whether the request has no body. Many clients send a Content-Type even then. */
export function hasNoBody(c: Context): boolean {
  return c.req.raw.body === null || c.req.header("content-length") === "0";
}

/**
 * The value of a JSON body of bounded size. Its text can be read again (`c.req.text()`), except where
 * larger bodies are allowed: an isolate has no room for those twice.
 */
export async function readJsonBody(c: Context, limits: BodyLimits): Promise<unknown> {
  const { maxBytes = DEFAULT_BODY_BYTES, anyNesting = false, anyContent = anyNesting } = limits;
  const { headers } = c.get("call");
  if (!isJson(headers.get("content-type") ?? "")) {
    throw new Problem(
      refuse(415, "unsupported_media_type", "The body must be sent as application/json."),
    );
  }
  const declared = declaredBytes(headers, maxBytes);
  const text = isShort(declared)
    ? checkText(await c.req.raw.text(), declared)
    : await readText(piecesOf(c, declared, limits.timesHeld), maxBytes);
  if (text === undefined) throw noText(c);
  if (maxBytes <= DEFAULT_BODY_BYTES) {
    // Hono keeps promises here, although the type says otherwise.
    (c.req.bodyCache as { text?: unknown }).text = Promise.resolve(text);
  }
  const value = parseJson(text);
  if (value === undefined) {
    throw unreadable("malformed_json", "The body is not valid JSON.");
  }
  if (isNest(value) && text.length <= LONGEST_KEPT) keepShape("body", value);
  // Each level takes two characters at least, so a shorter text cannot be nested too deep.
  if (!anyNesting && text.length > 2 * MAX_NESTING && nestsDeeper(value, MAX_NESTING)) {
    const message = `The body may be nested ${MAX_NESTING} levels deep at most.`;
    throw unreadable("nested_too_deep", message);
  }
  const unkept = anyContent ? undefined : findUnkept(value);
  if (unkept !== undefined) {
    const message = `"${unkept.path}" is invalid: ${unkept.message}.`;
    throw new Problem(refuse(400, "invalid_request", message, { details: [unkept] }));
  }
  return value;
}

function isJson(type: string): boolean {
  return type === "application/json" || JSON_TYPE.test(type.split(";", 1)[0]?.trim() ?? "");
}

/**
 * The text, or undefined if its bytes were no UTF-8. To read text is cheaper than to decode bytes
 * (decision 0003), but turns bad bytes into U+FFFD; the changed length gives that away. Only a
 * character that lost the last of its four bytes is missed: it is as long as U+FFFD.
 */
function checkText(text: string, declared: number): string | undefined {
  if (!text.includes(REPLACEMENT)) return text;
  const lost = declared - encoder.encode(text).length;
  return lost === 0 || lost === BYTE_ORDER_MARK ? text : undefined;
}

/** The body, or 413 as soon as more than `maxBytes` have come, whatever Content-Length says. */
export async function readBytes(c: Context, maxBytes: number): Promise<Uint8Array> {
  const declared = declaredBytes(c.req.raw.headers, maxBytes);
  const bytes = isShort(declared)
    ? await c.req.raw.arrayBuffer()
    : await collectBytes(piecesOf(c, declared), maxBytes, () => tooLarge(maxBytes));
  return new Uint8Array(bytes);
}

function declaredBytes(headers: Headers, maxBytes: number): number | undefined {
  const declared = headers.get("content-length");
  if (declared === null) return undefined;
  const bytes = Number(declared);
  if (bytes > maxBytes) throw tooLarge(maxBytes);
  // A length that is no number counts as none: then the bytes are counted as they come.
  return bytes >= 0 ? bytes : undefined;
}

function isShort(declared: number | undefined): declared is number {
  return declared !== undefined && declared <= NOT_COUNTED_BYTES;
}

/** The body as it arrives, with its bytes counted. */
function piecesOf(
  c: Context,
  declared: number | undefined,
  times = 1,
): AsyncIterable<Uint8Array> | null {
  const { body } = c.req.raw;
  return body && (c.get("call").countBody?.(c, body, declared, times) ?? body);
}

/** The text, or undefined if its bytes are no UTF-8. Each piece is let go once its text is there. */
async function readText(pieces: AsyncIterable<Uint8Array> | null, most: number) {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });
  let size = 0;
  let text = "";
  for await (const piece of pieces ?? []) {
    size += piece.byteLength;
    if (size > most) throw tooLarge(most);
    const more = decodeWith(decoder, piece);
    if (more === undefined) return undefined;
    text += more;
  }
  const rest = decodeWith(decoder);
  return rest === undefined ? undefined : text + rest;
}

function decodeWith(decoder: TextDecoder, piece?: Uint8Array): string | undefined {
  try {
    return decoder.decode(piece, { stream: piece !== undefined });
  } catch {
    return undefined;
  }
}

/** A compressed body looks like bad UTF-8: its sender is told not to compress. */
function noText(c: Context): Problem {
  if (c.req.header("content-encoding") === undefined) {
    return unreadable("malformed_json", "The body is not valid UTF-8.");
  }
  const message = "The body must be sent without compression.";
  const headers = { "accept-encoding": "identity" };
  return new Problem(refuse(415, "unsupported_media_type", message, { headers }));
}

function tooLarge(maxBytes: number): Problem {
  return new Problem(
    refuse(413, "body_too_large", `The body may have at most ${saySize(maxBytes)}.`),
  );
}

/** The empty path stands for the whole body. */
function unreadable(error: string, message: string): Problem {
  return new Problem(refuse(400, error, message, { details: [{ path: "", message }] }));
}
