import type { Context } from "hono";
import { raw } from "./answer.ts";
import { isKnownTag } from "./is-known-tag.ts";
import type { Soon } from "./when-there.ts";

/** 304 where the caller has what this tag names (`If-None-Match`); only else the answer is made. */
export function answerUnlessKnown(
  c: Context,
  headers: { etag: string; "cache-control"?: string },
  answer: () => Soon<Response>,
): Soon<Response> {
  const isKnown = isKnownTag(c.req.header("if-none-match"), headers.etag);
  return isKnown ? raw(c, null, headers, 304) : answer();
}
