import { Hono, type Context } from "hono";
import { doneBy } from "../access/audit.ts";
import { personOf } from "../access/person-of.ts";
import { isRefusal, json, Problem, refuse, saySize, settle, type Refusal } from "../http/index.ts";
import { operation, valid } from "../http/contract/index.ts";
import { database, type Rampart } from "../platform/index.ts";
import { refreshIndex } from "./live/refresh-index.ts";
import { readRest } from "./read-rest.ts";
import { acceptFeed, type AcceptedFeed } from "./refresh/accept-feed.ts";
import { acceptSegment } from "./refresh/accept-segment.ts";
import { noteRefusal } from "./refresh/fetch-feed.ts";
import { MAX_FEED_BYTES, MAX_SEGMENT_BYTES } from "./refresh/most-bytes.ts";
import * as schemas from "./source-schemas.ts";
import { needSource, type KnownSource } from "./store.ts";
import { storesOf } from "./refresh/stores.ts";

/** Loading a feed by hand: the publisher's file, or a segment that was built elsewhere. */
export const feedRoutes = new Hono<Rampart>();

feedRoutes.put(
  "/admin/intel/sources/:id/feed",
  operation({ operationId: "uploadIntelFeed" }),
  valid("param", schemas.sourceParam),
  valid("query", schemas.feedQuery),
  async (c) => {
    const known = await sourceOf(c, c.req.valid("param").id);
    const options = optionsOf(c, c.req.valid("query").mayShrink);
    const body = settle(bodyOf(c, MAX_FEED_BYTES));
    const bytes = body.values({ preventCancel: true });
    const outcome = await acceptFeed(storesOf(c.env), known, bytes, options);
    if (isRefusal(outcome)) await readRest(body, MAX_FEED_BYTES);
    return answerUpload(c, known, outcome);
  },
);

feedRoutes.put(
  "/admin/intel/sources/:id/segment",
  operation({ operationId: "uploadIntelSegment" }),
  valid("param", schemas.sourceParam),
  valid("query", schemas.feedQuery),
  async (c) => {
    const known = await sourceOf(c, c.req.valid("param").id);
    const options = optionsOf(c, c.req.valid("query").mayShrink);
    const body = settle(bodyOf(c, MAX_SEGMENT_BYTES, true));
    return answerUpload(c, known, await acceptSegment(storesOf(c.env), known, body, options));
  },
);

async function sourceOf(c: Context<Rampart>, id: string): Promise<KnownSource> {
  return settle(await needSource(database(c.env), id));
}

function optionsOf(c: Context<Rampart>, mayShrink: string | undefined) {
  const { now, log } = c.get("platform");
  const at = now();
  const trace = { at, ...doneBy(personOf(c)), action: "intel.feed_loaded" };
  return { now: at, log, mayShrink: mayShrink === "true", trace };
}

/** The body as a stream. One whose Content-Length is too large is refused unread. */
function bodyOf(c: Context<Rampart>, maxBytes: number, needsLength = false) {
  const length = c.req.header("content-length");
  const { body } = c.req.raw;
  if (length !== undefined && Number(length) > maxBytes) {
    return refuse(413, "body_too_large", `The body may have at most ${saySize(maxBytes)}.`);
  }
  if (body === null) return refuse(400, "invalid_request", "The body must be the file.");
  if (needsLength && length === undefined) {
    return refuse(400, "invalid_request", "A segment must be sent with its Content-Length.");
  }
  return body;
}

/** Answers an upload. This isolate then has the new index; others get it later. */
async function answerUpload(
  c: Context<Rampart>,
  known: KnownSource,
  outcome: AcceptedFeed | Refusal,
): Promise<Response> {
  if (isRefusal(outcome)) {
    await noteRefusal(database(c.env), known, outcome, c.get("platform").now());
    throw new Problem(outcome);
  }
  await refreshIndex(c);
  return json(c, outcome);
}
