import type { Context } from "hono";
import { nestsDeeper } from "./nesting.ts";
import { Problem } from "./problem.ts";
import { refuse } from "./refusal.ts";

export const DEFAULT_BODY_BYTES = 256 * 1024;
/** Levels of arrays and objects; what walks a value may call itself once for each. */
const MAX_NESTING = 100;

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json$/i;

/** The value of a JSON body of bounded size. Its text stays with the request for who asks again. */
export async function readJsonBody(c: Context, maxBytes: number): Promise<unknown> {
  if (!isJson(c.req.header("content-type"))) {
    throw new Problem(
      refuse(415, "unsupported_media_type", "The body must be sent as application/json."),
    );
  }
  const text = decode(await readBuffer(c, maxBytes));
  // Hono keeps promises here, though its type says otherwise.
  (c.req.bodyCache as { text?: unknown }).text = Promise.resolve(text);
  const value = parse(text);
  // Each level is two characters at least.
  if (text.length > 2 * MAX_NESTING && nestsDeeper(value, MAX_NESTING)) {
    const message = `The body may be nested ${MAX_NESTING} levels deep at most.`;
    throw new Problem(refuse(400, "nested_too_deep", message));
  }
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem(refuse(400, "malformed_json", "The body is not valid JSON."));
  }
}

function isJson(type = ""): boolean {
  return type === "application/json" || JSON_TYPE.test(type.split(";", 1)[0]?.trim() ?? "");
}

/** The body, or 413 as soon as more than `maxBytes` have come, whatever Content-Length says. */
export async function readBytes(c: Context, maxBytes: number): Promise<Uint8Array> {
  return new Uint8Array(await readBuffer(c, maxBytes));
}

function readBuffer(c: Context, maxBytes: number): Promise<ArrayBuffer> {
  const declared = c.req.header("content-length");
  if (declared === undefined) return readChunks(c, maxBytes);
  if (Number(declared) > maxBytes) throw tooLarge(maxBytes);
  return c.req.raw.arrayBuffer();
}

async function readChunks(c: Context, maxBytes: number): Promise<ArrayBuffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of c.req.raw.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return join(chunks, size);
}

function join(chunks: Uint8Array[], size: number): ArrayBuffer {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole.buffer;
}

function decode(bytes: ArrayBuffer): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new Problem(refuse(400, "malformed_json", "The body is not valid UTF-8."));
  }
}

function tooLarge(maxBytes: number): Problem {
  return new Problem(refuse(413, "body_too_large", `The body may have at most ${maxBytes} bytes.`));
}
