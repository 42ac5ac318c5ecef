import { Hono } from "hono";
import { personOf } from "../access/person-of.ts";
import { json, noContent, settle } from "../http/index.ts";
import { operation, valid } from "../http/contract/index.ts";
import { database, type Rampart } from "../platform/index.ts";
import { addSource, changeSource, removeSource } from "./change-sources.ts";
import { refreshIndex } from "./live/refresh-index.ts";
import * as schemas from "./source-schemas.ts";
import { showSource } from "./show-source.ts";
import { listSources } from "./store.ts";
import { storesOf } from "./refresh/stores.ts";

const tags = ["Threat intelligence"];
const oneSource = { description: "The source", schema: schemas.source };

/** The sources of threat intelligence, for operators. */
export const sourceRoutes = new Hono<Rampart>();

sourceRoutes.get(
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

sourceRoutes.post(
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

sourceRoutes.patch(
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

sourceRoutes.delete(
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
