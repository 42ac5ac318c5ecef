import { Hono, type Context } from "hono";
import { claimTenant } from "../access/claim-tenant.ts";
import { personOf } from "../access/person-of.ts";
import { doneBy } from "../access/audit.ts";
import { isRefusal, json, noContent, refuse, settle } from "../http/index.ts";
import { operation, valid } from "../http/contract/index.ts";
import { database, type Rampart } from "../platform/index.ts";
import { answer } from "./answer.ts";
import { addSource, changeSource, removeSource } from "./change-sources.ts";
import { explain } from "./explain.ts";
import { guessType } from "./tenant-lists/read-entry.ts";
import { liveIndexOf } from "./live/live-index.ts";
import { readIndicator } from "./indicators/read-indicator.ts";
import { acceptFeed, type AcceptedFeed } from "./refresh/accept-feed.ts";
import { acceptSegment } from "./refresh/accept-segment.ts";
import { MAX_FEED_BYTES, MAX_SEGMENT_BYTES } from "./refresh/limits.ts";
import * as schemas from "./schemas.ts";
import { showSource } from "./show-source.ts";
import { findSource, listSources, noSuchSource, putSource, type KnownSource } from "./store.ts";
import { storesOf } from "./stores-of.ts";

const tags = ["Threat intelligence"];
const oneSource = { description: "The source", schema: schemas.source };
const accepted = { description: "What is live now", schema: schemas.acceptedFeed };
const tooLarge = { description: "The file is too large" };
const refusedFeed = { description: "Refused; what was live stays live" };

/** Sources, their feeds, and why a verdict is what it is: for operators. */
export const intelAdminRoutes = new Hono<Rampart>();

intelAdminRoutes.get(
  "/admin/intel/sources",
  operation({
    operationId: "listIntelSources",
    summary: "List the sources and how their feeds stand",
    tags,
    responses: { 200: { description: "All sources", schema: schemas.sourceList } },
  }),
  async (c) => {
    const now = c.get("platform").now();
    const items = await listSources(database(c.env));
    return json(c, { items: items.map((known) => showSource(known, now)) });
  },
);

intelAdminRoutes.post(
  "/admin/intel/sources",
  operation({
    operationId: "createIntelSource",
    summary: "Define a source from a known format",
    tags,
    responses: { 201: oneSource, 409: { description: "The id is taken" } },
  }),
  valid("json", schemas.newSource),
  async (c) => {
    const now = c.get("platform").now();
    const order = c.req.valid("json");
    const known = settle(await addSource(database(c.env), personOf(c), order, now));
    return json(c, showSource(known, now), 201);
  },
);

intelAdminRoutes.patch(
  "/admin/intel/sources/:id",
  operation({
    operationId: "changeIntelSource",
    summary: "Change a source's weight or how it is fetched",
    tags,
    responses: { 200: oneSource },
  }),
  valid("param", schemas.sourceParam),
  valid("json", schemas.sourceChange),
  async (c) => {
    const now = c.get("platform").now();
    const { id } = c.req.valid("param");
    const change = c.req.valid("json");
    const known = settle(await changeSource(storesOf(c.env), personOf(c), id, change, now));
    await refreshIndex(c);
    return json(c, showSource(known, now));
  },
);

intelAdminRoutes.delete(
  "/admin/intel/sources/:id",
  operation({
    operationId: "deleteIntelSource",
    summary: "Take a source out of the index",
    description:
      "A source that operators defined is forgotten; one that is built in is empty then.",
    tags,
    responses: { 204: { description: "Gone" } },
  }),
  valid("param", schemas.sourceParam),
  async (c) => {
    const { id } = c.req.valid("param");
    const now = c.get("platform").now();
    settle(await removeSource(storesOf(c.env), personOf(c), id, now));
    await refreshIndex(c);
    return noContent(c);
  },
);

intelAdminRoutes.put(
  "/admin/intel/sources/:id/feed",
  operation({
    operationId: "uploadIntelFeed",
    summary: "Load a source's feed by hand",
    description: `The file as its publisher has it, of any content type, up to ${MAX_FEED_BYTES} bytes. \`mayShrink=true\` lets it be less than half of the one before.`,
    tags,
    takes: "application/octet-stream",
    responses: { 200: accepted, 413: tooLarge, 422: refusedFeed },
  }),
  valid("param", schemas.sourceParam),
  valid("query", schemas.feedQuery),
  async (c) => {
    const known = await sourceOf(c, c.req.valid("param").id);
    const options = optionsOf(c, c.req.valid("query").mayShrink);
    const body = settle(bodyOf(c, MAX_FEED_BYTES));
    return loaded(c, known, await acceptFeed(storesOf(c.env), known, body, options));
  },
);

intelAdminRoutes.put(
  "/admin/intel/sources/:id/segment",
  operation({
    operationId: "uploadIntelSegment",
    summary: "Load a segment that the command line has built",
    description: `For sets too large to be built here, up to ${MAX_SEGMENT_BYTES} bytes.`,
    tags,
    takes: "application/octet-stream",
    responses: { 200: accepted, 413: tooLarge, 422: refusedFeed },
  }),
  valid("param", schemas.sourceParam),
  valid("query", schemas.feedQuery),
  async (c) => {
    const known = await sourceOf(c, c.req.valid("param").id);
    const options = optionsOf(c, c.req.valid("query").mayShrink);
    const body = settle(bodyOf(c, MAX_SEGMENT_BYTES, true));
    return loaded(c, known, await acceptSegment(storesOf(c.env), known, body, options));
  },
);

intelAdminRoutes.get(
  "/admin/intel/explain",
  operation({
    operationId: "explainIntelVerdict",
    summary: "Show each piece of evidence behind a verdict and its share",
    tags,
    responses: { 200: { description: "The verdict and why", schema: schemas.explanation } },
  }),
  valid("query", schemas.explainQuery),
  async (c) => {
    const { value, type, aspect, tenantId } = c.req.valid("query");
    if (tenantId !== undefined) settle(claimTenant(c.get("principal"), tenantId));
    const indicator = settle(readIndicator(type ?? guessType(value), value, { underscore: true }));
    const asker = {
      env: c.env,
      platform: c.get("platform"),
      outlive: (work: Promise<unknown>) => c.executionCtx.waitUntil(work),
      tenantId,
    };
    const explained = settle(await answer(asker, indicator, aspect));
    return json(c, explain(explained));
  },
);

async function sourceOf(c: Context<Rampart>, id: string): Promise<KnownSource> {
  return settle((await findSource(database(c.env), id)) ?? noSuchSource());
}

function optionsOf(c: Context<Rampart>, mayShrink: string | undefined) {
  const { now, log } = c.get("platform");
  const at = now();
  const trace = { at, ...doneBy(personOf(c)), action: "intel.feed_loaded" };
  return { now: at, log, mayShrink: mayShrink === "true", trace };
}

/** The body as a stream; what says beforehand that it is too large is not read. */
function bodyOf(c: Context<Rampart>, maxBytes: number, needsLength = false) {
  const length = c.req.header("content-length");
  const { body } = c.req.raw;
  if (length !== undefined && Number(length) > maxBytes) {
    return refuse(413, "body_too_large", `The body may have at most ${maxBytes} bytes.`);
  }
  if (body === null) return refuse(400, "invalid_request", "The body must be the file.");
  if (needsLength && length === undefined) {
    return refuse(400, "invalid_request", "A segment must be sent with its Content-Length.");
  }
  return body;
}

/** Answers an upload, and by it: the isolate that took it has the new index at once. */
async function loaded(
  c: Context<Rampart>,
  { source }: KnownSource,
  outcome: AcceptedFeed | ReturnType<typeof refuse>,
): Promise<Response> {
  if (isRefusal(outcome)) {
    const failed = { failedAt: c.get("platform").now(), lastError: outcome.message };
    await putSource(database(c.env), source.id, failed);
    return settle(outcome) as never;
  }
  await refreshIndex(c);
  return json(c, outcome);
}

async function refreshIndex(c: Context<Rampart>): Promise<void> {
  const { now, log } = c.get("platform");
  const outlive = (work: Promise<unknown>) => c.executionCtx.waitUntil(work);
  await liveIndexOf(c.env).refresh({ now: now(), log, outlive });
}
