import { Hono } from "hono";
import { noContent, settle } from "../../http/index.ts";
import { operation, valid } from "../../http/contract/index.ts";
import { database, type Rampart } from "../../platform/index.ts";
import { tenantOf } from "../caller.ts";
import { changerOf } from "../changer-of.ts";
import { putSnapshot } from "./put-snapshot.ts";
import * as schemas from "./schemas.ts";

export const toolRoutes = new Hono<Rampart>();

toolRoutes.put(
  "/ai/tools/:tool/snapshot",
  operation({ operationId: "putToolSnapshot" }),
  valid("param", schemas.toolParam),
  valid("json", schemas.snapshot, { maxBytes: schemas.MAX_SNAPSHOT_BYTES }),
  async (c) => {
    const { tool } = c.req.valid("param");
    const order = c.req.valid("json");
    const tenantId = await tenantOf(c, order.tenantId);
    const db = database(c.env);
    const now = c.get("platform").now();
    settle(await putSnapshot(db, tool, order, changerOf(c, tenantId), now));
    return noContent(c);
  },
);
