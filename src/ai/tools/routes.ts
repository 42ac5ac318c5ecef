import { Hono } from "hono";
import { noContent, settle } from "../../http/index.ts";
import { operation, valid } from "../../http/contract/index.ts";
import { database, type Rampart } from "../../platform/index.ts";
import { ERASED } from "../../tenants/refuse-erased.ts";
import { changerOf, tenantOf } from "../caller.ts";
import { putSnapshot } from "./put-snapshot.ts";
import * as schemas from "./schemas.ts";

export const toolRoutes = new Hono<Rampart>();

toolRoutes.put(
  "/ai/tools/:tool/snapshot",
  operation({
    operationId: "putToolSnapshot",
    summary: "Say what a tool should know of a tenant that has no live source",
    tags: ["AI"],
    responses: {
      204: { description: "Stored, or one collected later already is" },
      ...ERASED,
    },
  }),
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
