import { type Context, Hono } from "hono";
import { json, settle } from "../../http/index.ts";
import { operation, pageOf, pageRequest, refuseBoth, valid } from "../../http/contract/index.ts";
import type { Rampart } from "../../platform/index.ts";
import { knowledgeOf } from "../knowledge/knowledge-of.ts";
import { activeTenantOf, changerOf, openTenantOf, tenantOf } from "../caller.ts";
import { readCursor } from "./cursor.ts";
import { ingest } from "./ingest.ts";
import { ingestEach } from "./ingest-each.ts";
import { ingestingFor } from "./ingesting-for.ts";
import { findDocument, listDocuments, removeDocument } from "./keep-documents.ts";
import { viewerOf } from "../principals-of.ts";
import { inTenant } from "../schemas.ts";
import { takeRoomFor } from "../take-room.ts";
import { OVER_LIMIT } from "../usage/over-limit.ts";
import * as schemas from "./schemas.ts";

const tags = ["AI documents"];
const received = { description: "Indexed, or queued if it is long", schema: schemas.receipt };
const refusals = {
  415: { description: "A format that cannot be read here, or a file not of its type" },
  422: { description: "No text can be made of the file" },
  ...OVER_LIMIT,
  503: { description: "Workers AI makes no text of files now, or too much is read at once" },
};
const BY_NAME = "By its id, or by the name under which its owner put it.";
const full = {
  description: "The tenant has as much text as it may have, or the name is another document's id",
};

/** From before a body is read until it is answered, or its file is in another place. */
const takeRoom = takeRoomFor(schemas.MAX_BODY_BYTES);

export const documentRoutes = new Hono<Rampart>();

documentRoutes.post(
  "/ai/reindex",
  operation({
    operationId: "reindexDocuments",
    summary: "Index all of a tenant's documents anew, one after the other, while they stay found",
    tags,
    responses: { 202: { description: "So many will be", schema: schemas.reindexReceipt } },
  }),
  valid("json", schemas.reindexOrder),
  async (c) => {
    const tenantId = await activeTenantOf(c, c.req.valid("json").tenantId);
    const documents = await knowledgeOf(c.env, tenantId).forgetAnalysis();
    await c.env.DOCUMENTS.send({ tenantId, reindex: true });
    return json(c, { documents }, 202);
  },
);

documentRoutes.post(
  "/ai/documents",
  operation({
    operationId: "createDocument",
    summary: "Take a document into the tenant's knowledge",
    tags,
    responses: { 202: received, 409: full, ...refusals },
  }),
  takeRoom,
  valid("json", schemas.newDocument, { maxBytes: schemas.MAX_BODY_BYTES }),
  async (c) => {
    const order = c.req.valid("json");
    const around = await aroundOf(c, order.tenantId);
    return json(c, settle(await ingest(around, order)), 202);
  },
);

documentRoutes.put(
  "/ai/documents/:id",
  operation({
    operationId: "putDocument",
    summary: "Write a document under a name of the caller's own",
    description: "200 if it is known with the same content: nothing is done then.",
    tags,
    responses: {
      200: { description: "Unchanged", schema: schemas.receipt },
      202: received,
      409: full,
      ...refusals,
    },
  }),
  valid("param", schemas.externalParam),
  takeRoom,
  valid("json", schemas.namedDocument, { maxBytes: schemas.MAX_BODY_BYTES }),
  async (c) => {
    const order = { ...c.req.valid("json"), externalId: c.req.valid("param").id };
    const around = await aroundOf(c, order.tenantId);
    const receipt = settle(await ingest(around, order));
    return json(c, receipt, receipt.changed ? 202 : 200);
  },
);

documentRoutes.post(
  "/ai/documents:batch",
  operation({
    operationId: "createDocuments",
    summary: "Take in up to a hundred documents; each has a result of its own",
    tags,
    responses: { 202: { description: "In the order given", schema: schemas.batchReceipt } },
  }),
  takeRoom,
  valid("json", schemas.batch, { maxBytes: schemas.MAX_BATCH_BYTES }),
  async (c) => {
    const { documents, ...order } = c.req.valid("json");
    const around = await aroundOf(c, order.tenantId);
    return json(c, { items: await ingestEach(around, documents, c.get("platform")) }, 202);
  },
);

documentRoutes.get(
  "/ai/documents",
  operation({
    operationId: "listDocuments",
    summary: "List a tenant's documents, newest first",
    tags,
    responses: { 200: { description: "One page", schema: schemas.documentPage } },
  }),
  valid("query", schemas.listQuery),
  async (c) => {
    const { status, source, tag, cursor, ...asked } = c.req.valid("query");
    const tenantId = await tenantOf(c, asked.tenantId);
    const page = pageRequest(asked);
    settle(refuseBoth(cursor, asked.page));
    const after = cursor === undefined ? undefined : settle(readCursor(cursor));
    const filter = { status, source, tag, after, viewer: viewerOf(c.get("principal")) };
    const listed = await listDocuments(c.env, tenantId, filter, page);
    const { items, total, next } = listed;
    const has_more = next !== null;
    return json(c, { ...pageOf(page, items, total), has_more, cursor: next });
  },
);

documentRoutes.get(
  "/ai/documents/:id",
  operation({
    operationId: "getDocument",
    summary: "Read a document as it was indexed, with the places of its parts",
    description: BY_NAME,
    tags,
    responses: { 200: { description: "The document", schema: schemas.storedDocument } },
  }),
  valid("param", schemas.idParam),
  valid("query", inTenant),
  async (c) => {
    const tenantId = await tenantOf(c, c.req.valid("query").tenantId);
    const { id } = c.req.valid("param");
    const viewer = viewerOf(c.get("principal"));
    return json(c, settle(await findDocument(c.env, tenantId, id, viewer)));
  },
);

documentRoutes.delete(
  "/ai/documents/:id",
  operation({
    operationId: "deleteDocument",
    summary: "Remove a document and everything that was made of it",
    description: BY_NAME,
    tags,
    responses: { 200: { description: "What went", schema: schemas.removal } },
  }),
  valid("param", schemas.idParam),
  valid("query", inTenant),
  async (c) => {
    const tenantId = await tenantOf(c, c.req.valid("query").tenantId);
    const { id } = c.req.valid("param");
    const by = changerOf(c, tenantId);
    return json(c, settle(await removeDocument(c.env, tenantId, id, by)));
  },
);

async function aroundOf(c: Context<Rampart>, tenantId: string) {
  return ingestingFor(c, await openTenantOf(c, tenantId), c.req.raw.signal);
}
