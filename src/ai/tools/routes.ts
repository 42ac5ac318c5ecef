import { Hono } from "hono";
import { Problem, noContent, refuseField, settle } from "../../http/index.ts";
import { invalidInput, operation, valid } from "../../http/contract/index.ts";
import { database, type Rampart } from "../../platform/index.ts";
import { ERASED, refuseErased } from "../../tenants/refuse-erased.ts";
import { changerOf, tenantOf } from "../caller.ts";
import * as schemas from "./schemas.ts";
import { saveSnapshot } from "./store.ts";

/** A collector's clock may be ahead by this much. */
const CLOCK_SKEW_MS = 300_000;

export const toolRoutes = new Hono<Rampart>();

toolRoutes.put(
  "/ai/tools/:tool/snapshot",
  operation({
    operationId: "putToolSnapshot",
    summary: "Say what a tool should know of a tenant that has no live source",
    tags: ["AI"],
    responses: { 204: { description: "Stored in the place of the one before" }, ...ERASED },
  }),
  valid("param", schemas.toolParam),
  valid("json", schemas.snapshot, { maxBytes: schemas.MAX_SNAPSHOT_BYTES }),
  async (c) => {
    const { tool } = c.req.valid("param");
    const order = c.req.valid("json");
    const tenantId = await tenantOf(c, order.tenantId);
    const read = schemas.SNAPSHOTS[tool].safeParse(order.data);
    if (!read.success) {
      const wrong = { path: ["data"], message: "is of another tool", errors: [read.error.issues] };
      throw invalidInput("json", { issues: [wrong] });
    }
    const receivedAt = c.get("platform").now();
    const collectedAt = Date.parse(order.collectedAt);
    if (collectedAt > receivedAt + CLOCK_SKEW_MS) {
      throw new Problem(refuseField("collectedAt", "lies in the future"));
    }
    const db = database(c.env);
    settle(await refuseErased(db, tenantId));
    const receivedFrom = c.get("principal").subject;
    const row = { tenantId, tool, data: read.data, collectedAt, receivedAt, receivedFrom };
    await saveSnapshot(db, row, changerOf(c, tenantId));
    return noContent(c);
  },
);
