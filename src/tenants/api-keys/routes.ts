import { Hono } from "hono";
import { findTenantInPath } from "../../access/claim-tenant.ts";
import { personOf } from "../../access/person-of.ts";
import { json, noContent, settle } from "../../http/index.ts";
import { operation, pageOf, pageRequest, pagingOnly, valid } from "../../http/contract/index.ts";
import { database, type Rampart } from "../../platform/index.ts";
import { readUsage } from "../usage/read-usage.ts";
import { tenantParam } from "../shared-schemas.ts";
import { changeApiKey, deleteApiKey } from "./change-api-key.ts";
import { createApiKey } from "./create-api-key.ts";
import { rotateApiKey } from "./rotate-api-key.ts";
import * as schemas from "./schemas.ts";
import { listApiKeys, showApiKey } from "./store.ts";
import { needTenant } from "../need-tenant.ts";

const tags = ["API keys"];
const PATH = "/admin/tenants/:tenantId/api-keys";
const issued = { description: "The key, shown here only", schema: schemas.issuedApiKey };
const full = { description: "The tenant has as many keys as it may have" };

export const apiKeyRoutes = new Hono<Rampart>();

apiKeyRoutes.post(
  PATH,
  operation({
    operationId: "createApiKey",
    summary: "Create an API key; it works at once",
    tags,
    responses: { 201: issued, 409: full },
  }),
  valid("param", tenantParam),
  valid("json", schemas.newApiKey),
  async (c) => {
    const by = personOf(c);
    const tenantId = settle(findTenantInPath(by, c.req.valid("param").tenantId));
    const now = c.get("platform").now();
    const order = c.req.valid("json");
    const { row, key } = settle(await createApiKey(c.env, by, tenantId, order, now));
    return json(c, { ...showApiKey(row, undefined, now), key }, 201);
  },
);

apiKeyRoutes.get(
  PATH,
  operation({
    operationId: "listApiKeys",
    summary: "List the tenant's API keys, newest first",
    tags,
    responses: { 200: { description: "A page of keys", schema: schemas.apiKeyPage } },
  }),
  valid("param", tenantParam),
  valid("query", pagingOnly),
  async (c) => {
    const tenantId = settle(findTenantInPath(personOf(c), c.req.valid("param").tenantId));
    const page = pageRequest(c.req.valid("query"));
    const now = c.get("platform").now();
    const db = database(c.env);
    settle(await needTenant(db, tenantId));
    const { items, total } = await listApiKeys(db, tenantId, page);
    const { lastUses } = await readUsage(c.env, tenantId, now);
    const shown = items.map((row) => showApiKey(row, lastUses[row.id], now));
    return json(c, pageOf(page, shown, total));
  },
);

apiKeyRoutes.patch(
  `${PATH}/:id`,
  operation({
    operationId: "changeApiKey",
    summary: "Change an API key's name, scopes, expiry, addresses, or disable it",
    tags,
    responses: {
      200: { description: "The key", schema: schemas.apiKey },
      409: { description: "The key was replaced and would live longer than its grace" },
    },
  }),
  valid("param", schemas.apiKeyParam),
  valid("json", schemas.apiKeyChange),
  async (c) => {
    const by = personOf(c);
    const { tenantId: named, id } = c.req.valid("param");
    const tenantId = settle(findTenantInPath(by, named));
    const now = c.get("platform").now();
    const change = c.req.valid("json");
    const row = settle(await changeApiKey(c.env, by, tenantId, id, change, now));
    const { lastUses } = await readUsage(c.env, tenantId, now);
    return json(c, showApiKey(row, lastUses[id], now));
  },
);

apiKeyRoutes.delete(
  `${PATH}/:id`,
  operation({
    operationId: "deleteApiKey",
    summary: "Delete an API key; it stops within 15 s everywhere",
    tags,
    responses: { 204: { description: "Deleted" } },
  }),
  valid("param", schemas.apiKeyParam),
  async (c) => {
    const by = personOf(c);
    const { tenantId: named, id } = c.req.valid("param");
    const tenantId = settle(findTenantInPath(by, named));
    settle(await deleteApiKey(c.env, by, tenantId, id, c.get("platform").now()));
    return noContent(c);
  },
);

apiKeyRoutes.post(
  `${PATH}/:id/rotate`,
  operation({
    operationId: "rotateApiKey",
    summary: "Replace an API key; the old one goes on for a grace",
    tags,
    responses: {
      201: issued,
      409: {
        description: "The key was replaced before, is disabled, has expired or is being changed",
      },
    },
  }),
  valid("param", schemas.apiKeyParam),
  valid("json", schemas.rotation),
  async (c) => {
    const by = personOf(c);
    const { tenantId: named, id } = c.req.valid("param");
    const tenantId = settle(findTenantInPath(by, named));
    const { graceSeconds } = c.req.valid("json");
    const now = c.get("platform").now();
    const { row, key } = settle(await rotateApiKey(c.env, by, tenantId, id, graceSeconds, now));
    return json(c, { ...showApiKey(row, undefined, now), key }, 201);
  },
);
