import { Hono, type Context } from "hono";
import { claimTenantInPath } from "../../access/claim-tenant.ts";
import { personOf } from "../../access/person-of.ts";
import { created, json, noContent, settle } from "../../http/index.ts";
import { operation, pageOf, pageRequest, valid } from "../../http/contract/index.ts";
import { database, type Rampart } from "../../platform/index.ts";
import { readUsage } from "../usage/read-usage.ts";
import { tenantParam } from "../shared-schemas.ts";
import { changeApiKey, deleteApiKey, type KeyEdit } from "./change-api-key.ts";
import { createApiKey, type IssuedApiKey } from "./create-api-key.ts";
import { rotateApiKey } from "./rotate-api-key.ts";
import * as schemas from "./schemas.ts";
import { listApiKeys, showApiKey } from "./store.ts";
import { needTenantInPath } from "../need-tenant-in-path.ts";

const PATH = "/admin/tenants/:tenantId/api-keys";

export const apiKeyRoutes = new Hono<Rampart>();

apiKeyRoutes.post(
  PATH,
  operation({ operationId: "createApiKey" }),
  valid("param", tenantParam),
  valid("json", schemas.newApiKey),
  async (c) => {
    const by = personOf(c);
    const tenantId = settle(claimTenantInPath(by, c.req.valid("param").tenantId));
    const now = c.get("platform").now();
    const order = c.req.valid("json");
    return showIssued(c, settle(await createApiKey(c.env, by, tenantId, order, now)), now);
  },
);

apiKeyRoutes.get(
  PATH,
  operation({ operationId: "listApiKeys" }),
  valid("param", tenantParam),
  valid("query", schemas.apiKeyList),
  async (c) => {
    const { q, ...paged } = c.req.valid("query");
    const page = pageRequest(paged);
    const now = c.get("platform").now();
    const tenantId = await needTenantInPath(c, c.req.valid("param").tenantId);
    const { items, total } = await listApiKeys(database(c.env), tenantId, page, q);
    const { lastUses } = await readUsage(c.env, tenantId, now);
    const shown = items.map((row) => showApiKey(row, lastUses[row.id], now));
    return json(c, pageOf(page, shown, total));
  },
);

apiKeyRoutes.patch(
  `${PATH}/:id`,
  operation({ operationId: "changeApiKey" }),
  valid("param", schemas.apiKeyParam),
  valid("json", schemas.apiKeyChange),
  async (c) => {
    const edit = editOf(c, c.req.valid("param"));
    const row = settle(await changeApiKey(c.env, edit, c.req.valid("json")));
    const { lastUses } = await readUsage(c.env, row.tenantId, edit.now);
    return json(c, showApiKey(row, lastUses[row.id], edit.now));
  },
);

apiKeyRoutes.delete(
  `${PATH}/:id`,
  operation({ operationId: "deleteApiKey" }),
  valid("param", schemas.apiKeyParam),
  async (c) => {
    settle(await deleteApiKey(c.env, editOf(c, c.req.valid("param"))));
    return noContent(c);
  },
);

apiKeyRoutes.post(
  `${PATH}/:id/rotate`,
  operation({ operationId: "rotateApiKey" }),
  valid("param", schemas.apiKeyParam),
  valid("json", schemas.rotation),
  async (c) => {
    const edit = editOf(c, c.req.valid("param"));
    const { graceSeconds } = c.req.valid("json");
    return showIssued(c, settle(await rotateApiKey(c.env, edit, graceSeconds)), edit.now);
  },
);

function editOf(c: Context<Rampart>, { tenantId, id }: { tenantId: string; id: string }): KeyEdit {
  const by = personOf(c);
  const now = c.get("platform").now();
  return { by, tenantId: settle(claimTenantInPath(by, tenantId)), id, now };
}

function showIssued(c: Context<Rampart>, { row, key }: IssuedApiKey, now: number): Response {
  const body = { ...showApiKey(row, undefined, now), key };
  return created(c, body, `/admin/tenants/${row.tenantId}/api-keys/${row.id}`);
}
