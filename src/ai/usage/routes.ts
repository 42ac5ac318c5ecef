import { Hono } from "hono";
import { personOf } from "../../access/person-of.ts";
import { json, settle } from "../../http/index.ts";
import { operation, valid } from "../../http/contract/index.ts";
import { database, type Rampart } from "../../platform/index.ts";
import { tenantOf } from "../caller.ts";
import { addPrices, showPrices } from "./prices.ts";
import * as schemas from "./schemas.ts";
import { showAiUsage } from "./show-usage.ts";

export const aiUsageRoutes = new Hono<Rampart>();

aiUsageRoutes.get(
  "/ai/usage",
  operation({ operationId: "getAiUsage" }),
  valid("query", schemas.usageQuery),
  async (c) => {
    const { tenantId: named, ...asked } = c.req.valid("query");
    const tenantId = await tenantOf(c, named);
    return json(c, settle(await showAiUsage(c.env, tenantId, asked, c.get("platform").now())));
  },
);

aiUsageRoutes.get("/admin/ai/prices", operation({ operationId: "listAiPrices" }), async (c) => {
  return json(c, await showPrices(database(c.env), c.get("platform").now()));
});

aiUsageRoutes.post(
  "/admin/ai/prices",
  operation({ operationId: "addAiPrices" }),
  valid("json", schemas.newPrices, { maxBytes: schemas.MAX_PRICES_BYTES }),
  async (c) => {
    const db = database(c.env);
    const now = c.get("platform").now();
    settle(await addPrices(db, personOf(c), c.req.valid("json").prices, now));
    return json(c, await showPrices(db, now), 201);
  },
);
