import { Hono } from "hono";
import { personOf } from "../../access/person-of.ts";
import { json, settle } from "../../http/index.ts";
import { operation, valid } from "../../http/contract/index.ts";
import { database, type Rampart } from "../../platform/index.ts";
import { tenantOf } from "../caller.ts";
import { addPrices, showPrices } from "./prices.ts";
import * as schemas from "./schemas.ts";
import { showAiUsage } from "./show-usage.ts";

const tags = ["AI usage"];

export const aiUsageRoutes = new Hono<Rampart>();

aiUsageRoutes.get(
  "/ai/usage",
  operation({
    operationId: "getAiUsage",
    summary: "Sum up a tenant's calls of AI providers, and its budget",
    tags,
    responses: { 200: { description: "The sums", schema: schemas.usage } },
  }),
  valid("query", schemas.usageQuery),
  async (c) => {
    const { tenantId: named, ...asked } = c.req.valid("query");
    const tenantId = await tenantOf(c, named);
    return json(c, settle(await showAiUsage(c.env, tenantId, asked, c.get("platform").now())));
  },
);

aiUsageRoutes.get(
  "/admin/ai/prices",
  operation({
    operationId: "listAiPrices",
    summary: "List what models and speech cost now",
    tags,
    responses: { 200: { description: "All of them", schema: schemas.priceList } },
  }),
  async (c) => {
    return json(c, await showPrices(database(c.env), c.get("platform").now()));
  },
);

aiUsageRoutes.post(
  "/admin/ai/prices",
  operation({
    operationId: "addAiPrices",
    summary: "Add prices; a price that counts is never changed, a later one takes its place",
    tags,
    responses: {
      201: { description: "All that count now", schema: schemas.priceList },
      409: { description: "They are there already, or the table is full" },
    },
  }),
  valid("json", schemas.newPrices, { maxBytes: schemas.MAX_PRICES_BYTES }),
  async (c) => {
    const db = database(c.env);
    const now = c.get("platform").now();
    settle(await addPrices(db, personOf(c), c.req.valid("json").prices, now));
    return json(c, await showPrices(db, now), 201);
  },
);
