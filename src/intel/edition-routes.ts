import { Hono } from "hono";
import { personOf } from "../access/person-of.ts";
import { json, settle } from "../http/index.ts";
import { operation, valid } from "../http/contract/index.ts";
import { database, type Rampart } from "../platform/index.ts";
import { listEditions } from "./list-editions.ts";
import { refreshIndex } from "./live/refresh-index.ts";
import { restoreEdition } from "./refresh/restore-edition.ts";
import { storesOf } from "./refresh/stores.ts";
import { showSource } from "./show-source.ts";
import * as schemas from "./source-schemas.ts";
import { needSource } from "./store.ts";

/** What was live of a source before, and putting it back. */
export const editionRoutes = new Hono<Rampart>();

editionRoutes.get(
  "/admin/intel/sources/:id/editions",
  operation({ operationId: "listIntelEditions" }),
  valid("param", schemas.sourceParam),
  async (c) => {
    const { id } = c.req.valid("param");
    const { source } = settle(await needSource(database(c.env), id));
    return json(c, { items: await listEditions(c.env.OBJECTS, source.id) });
  },
);

editionRoutes.post(
  "/admin/intel/sources/:id/editions/:version/restore",
  operation({ operationId: "restoreIntelEdition" }),
  valid("param", schemas.editionParam),
  async (c) => {
    const { id, version } = c.req.valid("param");
    const now = c.get("platform").now();
    const known = settle(await needSource(database(c.env), id));
    const order = { version, by: personOf(c), now };
    const restored = settle(await restoreEdition(storesOf(c.env), known, order));
    await refreshIndex(c);
    return json(c, showSource(restored, now));
  },
);
