import type { Context } from "hono";
import { answerUnlessKnown, raw, type Soon } from "../http/index.ts";
import { sha256 } from "../platform/index.ts";

const TAG_LENGTH = 32;

/** Answers with a document and a tag of its text; with 304 to a caller who has that text. */
export function answerTagged(
  c: Context,
  document: object,
  more: { "cache-control"?: string } = {},
): Soon<Response> {
  const text = JSON.stringify(document);
  const headers = { etag: `"${sha256(text).slice(0, TAG_LENGTH)}"`, ...more };
  return answerUnlessKnown(c, headers, () =>
    raw(c, text, { ...headers, "content-type": "application/json" }),
  );
}
