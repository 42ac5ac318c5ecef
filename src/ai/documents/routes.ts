import { type Context, Hono } from "hono";
import { json, settle } from "../../http/index.ts";
import { operation, pageOf, pageRequest, refuseBoth, valid } from "../../http/contract/index.ts";
import { sendInTime, type Rampart } from "../../platform/index.ts";
import { knowledgeOf } from "../knowledge/knowledge-of.ts";
import { activeTenantOf, openTenantOf, tenantOf } from "../caller.ts";
import { changerOf } from "../changer-of.ts";
import { readCursor } from "./cursor.ts";
import { ingest } from "./ingest.ts";
import { ingestEach } from "./ingest-each.ts";
import { ingestingFor } from "./ingesting-for.ts";
import { findDocument, listDocuments, removeDocument } from "./keep-documents.ts";
import { viewerOf } from "../principals-of.ts";
import { inTenant } from "../schemas.ts";
import { MAX_BODY_BYTES } from "./limits.ts";
import * as schemas from "./schemas.ts";

export const documentRoutes = new Hono<Rampart>();

documentRoutes.post(
  "/ai/reindex",
  operation({ operationId: "reindexDocuments" }),
  valid("json", schemas.reindexOrder),
  async (c) => {
    const tenantId = await activeTenantOf(c, c.req.valid("json").tenantId);
    const documents = await knowledgeOf(c.env, tenantId).forgetAnalysis();
    await sendInTime(c.env.DOCUMENTS.send({ tenantId, reindex: true }));
    return json(c, { documents }, 202);
  },
);

documentRoutes.post(
  "/ai/documents",
  operation({ operationId: "createDocument" }),
  valid("json", schemas.newDocument, { maxBytes: MAX_BODY_BYTES }),
  async (c) => {
    const order = c.req.valid("json");
    const ingesting = await ingestingOf(c, order.tenantId);
    return json(c, settle(await ingest(ingesting, order)), 202);
  },
);

documentRoutes.put(
  "/ai/documents/:id",
  operation({ operationId: "putDocument" }),
  valid("param", schemas.externalParam),
  valid("json", schemas.namedDocument, { maxBytes: MAX_BODY_BYTES }),
  async (c) => {
    const order = { ...c.req.valid("json"), externalId: c.req.valid("param").id };
    const ingesting = await ingestingOf(c, order.tenantId);
    const receipt = settle(await ingest(ingesting, order));
    return json(c, receipt, receipt.changed ? 202 : 200);
  },
);

documentRoutes.post(
  "/ai/documents:batch",
  operation({ operationId: "createDocuments" }),
  valid("json", schemas.batch, { maxBytes: schemas.MAX_BATCH_BYTES }),
  async (c) => {
    const { documents, ...order } = c.req.valid("json");
    const ingesting = await ingestingOf(c, order.tenantId);
    return json(c, { items: await ingestEach(ingesting, documents, c.get("platform")) }, 202);
  },
);

documentRoutes.get(
  "/ai/documents",
  operation({ operationId: "listDocuments" }),
  valid("query", schemas.listQuery),
  async (c) => {
    const { status, source, tag, q, cursor, ...asked } = c.req.valid("query");
    const tenantId = await tenantOf(c, asked.tenantId);
    const page = pageRequest(asked);
    settle(refuseBoth(cursor, asked.page));
    const after = cursor === undefined ? undefined : settle(readCursor(cursor));
    const filter = { status, source, tag, q, after, viewer: viewerOf(c.get("principal")) };
    const listed = await listDocuments(c.env, tenantId, filter, page);
    const { items, total, next } = listed;
    const has_more = next !== null;
    return json(c, { ...pageOf(page, items, total), has_more, cursor: next });
  },
);

documentRoutes.get(
  "/ai/documents/:id",
  operation({ operationId: "getDocument" }),
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
  operation({ operationId: "deleteDocument" }),
  valid("param", schemas.idParam),
  valid("query", inTenant),
  async (c) => {
    const tenantId = await tenantOf(c, c.req.valid("query").tenantId);
    const { id } = c.req.valid("param");
    const by = changerOf(c, tenantId);
    return json(c, settle(await removeDocument(c.env, tenantId, id, by)));
  },
);

async function ingestingOf(c: Context<Rampart>, tenantId: string) {
  return ingestingFor(c, await openTenantOf(c, tenantId), c.req.raw.signal);
}
