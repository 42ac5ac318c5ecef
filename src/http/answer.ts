import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { traceparentOf } from "./trace.ts";
import { NO_STORE } from "./security-headers.ts";

/**
 * A JSON answer with all its headers given at once: in workerd a header that is set on a finished
 * Response costs several times one that it is born with (docs/decisions/0003).
 */
export function json(
  c: Context,
  body: unknown,
  status: ContentfulStatusCode = 200,
  more?: Record<string, string>,
): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: more === undefined ? jsonHeaders(c) : { ...jsonHeaders(c), ...more },
  });
}

/** For the 204s of the contract. */
export function noContent(c: Context, more?: Record<string, string>): Response {
  return new Response(null, { status: 204, headers: { ...callHeaders(c), ...more } });
}

/** An answer that is not JSON: the caller brings its headers, which win. */
export function raw(
  c: Context,
  body: BodyInit | null,
  headers: Record<string, string>,
  status = 200,
): Response {
  return new Response(body, { status, headers: { ...callHeaders(c), ...headers } });
}

function jsonHeaders(c: Context): Record<string, string> {
  const headers = callHeaders(c);
  headers["content-type"] = "application/json";
  return headers;
}

export function callHeaders(c: Context): Record<string, string> {
  const call = c.get("call");
  call.dressed = true;
  const headers: Record<string, string> = {
    "x-request-id": call.id,
    traceparent: traceparentOf(call.trace),
    "server-timing": call.serverTiming(),
    "x-content-type-options": "nosniff",
    "cache-control": NO_STORE,
  };
  return call.more === undefined ? headers : Object.assign(headers, call.more);
}
