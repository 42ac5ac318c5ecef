import type { Context } from "hono";
import { raw } from "./answer.ts";
import { isKnownTag } from "./is-known-tag.ts";
import type { Soon } from "./when-there.ts";

/** 304 if the caller's `If-None-Match` has this tag; otherwise makes the answer. */
export function answerUnlessKnown(
  c: Context,
  headers: { etag: string; "cache-control"?: string },
  answer: () => Soon<Response>,
): Soon<Response> {
  const isKnown = isKnownTag(c.req.header("if-none-match"), headers.etag);
  return isKnown ? raw(c, null, headers, 304) : answer();
}
