import { Hono } from "hono";
import { personOf } from "../access/person-of.ts";
import { created, json, noContent, settle } from "../http/index.ts";
import { operation, valid } from "../http/contract/index.ts";
import { database, type Rampart } from "../platform/index.ts";
import { addSource, changeSource, removeSource } from "./change-sources.ts";
import { refreshIndex } from "./live/refresh-index.ts";
import { checkFeedAddress } from "./refresh/ask-publisher.ts";
import * as schemas from "./source-schemas.ts";
import { showSource } from "./show-source.ts";
import { listSources } from "./store.ts";
import { storesOf } from "./refresh/stores.ts";

/** The sources of threat intelligence, for operators. */
export const sourceRoutes = new Hono<Rampart>();

sourceRoutes.get(
  "/admin/intel/sources",
  operation({ operationId: "listIntelSources" }),
  async (c) => {
    const now = c.get("platform").now();
    const items = await listSources(database(c.env));
    return json(c, { items: items.map((known) => showSource(known, now)) });
  },
);

sourceRoutes.post(
  "/admin/intel/sources",
  operation({ operationId: "createIntelSource" }),
  valid("json", schemas.newSource),
  async (c) => {
    const now = c.get("platform").now();
    const order = c.req.valid("json");
    settle(checkFeedAddress(c.env, order.address));
    const known = settle(await addSource(database(c.env), personOf(c), order, now));
    return created(c, showSource(known, now), `/admin/intel/sources/${known.source.id}`);
  },
);

sourceRoutes.patch(
  "/admin/intel/sources/:id",
  operation({ operationId: "changeIntelSource" }),
  valid("param", schemas.sourceParam),
  valid("json", schemas.sourceChange),
  async (c) => {
    const now = c.get("platform").now();
    const { id } = c.req.valid("param");
    const change = c.req.valid("json");
    settle(checkFeedAddress(c.env, change.address ?? undefined));
    const known = settle(await changeSource(storesOf(c.env), personOf(c), id, change, now));
    await refreshIndex(c);
    return json(c, showSource(known, now));
  },
);

sourceRoutes.delete(
  "/admin/intel/sources/:id",
  operation({ operationId: "deleteIntelSource" }),
  valid("param", schemas.sourceParam),
  async (c) => {
    const { id } = c.req.valid("param");
    const now = c.get("platform").now();
    settle(await removeSource(storesOf(c.env), personOf(c), id, now));
    await refreshIndex(c);
    return noContent(c);
  },
);
