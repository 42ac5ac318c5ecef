import type { Context } from "hono";
import { Problem } from "./problem.ts";
import { refuse } from "./refusal.ts";

export const DEFAULT_BODY_BYTES = 256 * 1024;

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json$/i;

/** Reads a JSON body of bounded size into the request's cache, where the validator finds it. */
export async function readJsonBody(c: Context, maxBytes: number): Promise<void> {
  const type = c.req.header("content-type")?.split(";", 1)[0]?.trim() ?? "";
  if (!JSON_TYPE.test(type)) {
    throw new Problem(
      refuse(415, "unsupported_media_type", "The body must be sent as application/json."),
    );
  }
  const bytes = await readBytes(c, maxBytes);
  // Hono keeps promises here, though its type says otherwise.
  Object.assign(c.req.bodyCache, { text: Promise.resolve(decode(bytes)) });
}

/** The body, or 413 as soon as more than `maxBytes` have come, whatever Content-Length says. */
export async function readBytes(c: Context, maxBytes: number): Promise<Uint8Array> {
  const declared = c.req.header("content-length");
  if (declared !== undefined) {
    if (Number(declared) > maxBytes) throw tooLarge(maxBytes);
    return new Uint8Array(await c.req.raw.arrayBuffer());
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of c.req.raw.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return join(chunks, size);
}

function join(chunks: Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new Problem(refuse(400, "malformed_json", "The body is not valid UTF-8."));
  }
}

function tooLarge(maxBytes: number): Problem {
  return new Problem(refuse(413, "body_too_large", `The body may have at most ${maxBytes} bytes.`));
}
