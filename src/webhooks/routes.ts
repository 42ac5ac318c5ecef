import { Hono, type Context } from "hono";
import { personOf } from "../access/person-of.ts";
import { created, json, noContent, settle } from "../http/index.ts";
import { operation, pageOf, pageRequest, pagingOnly, valid } from "../http/contract/index.ts";
import { database, surroundingsOf, type Rampart } from "../platform/index.ts";
import { needTenant } from "../tenants/need-tenant.ts";
import { tenantParam } from "../tenants/shared-schemas.ts";
import { changeEndpoint, enableEndpoint, removeEndpoint } from "./endpoints/change-endpoint.ts";
import { createEndpoint } from "./endpoints/create-endpoint.ts";
import { needEndpoint } from "./endpoints/need-endpoint.ts";
import { rotateSecret } from "./endpoints/rotate-secret.ts";
import { listEndpoints } from "./endpoints/store.ts";
import { endpointCallOf, claimServedTenant } from "./endpoint-call-of.ts";
import * as schemas from "./schemas.ts";
import { showEndpoint } from "./show.ts";

const PATH = "/admin/tenants/:tenantId/webhooks";
const ONE = `${PATH}/:id`;

export const webhookRoutes = new Hono<Rampart>();

webhookRoutes.post(
  PATH,
  operation({ operationId: "createWebhook" }),
  valid("param", tenantParam),
  valid("json", schemas.newEndpoint),
  async (c) => {
    const tenantId = claimServedTenant(c, c.req.valid("param").tenantId);
    const call = { ...surroundingsOf(c), by: personOf(c), tenantId };
    const made = await createEndpoint(call, c.req.valid("json"), hostOf(c));
    const { row, secret } = settle(made);
    const body = { ...showEndpoint(row), secret };
    return created(c, body, `/admin/tenants/${tenantId}/webhooks/${row.id}`);
  },
);

webhookRoutes.get(
  PATH,
  operation({ operationId: "listWebhooks" }),
  valid("param", tenantParam),
  valid("query", pagingOnly),
  async (c) => {
    const tenantId = claimServedTenant(c, c.req.valid("param").tenantId);
    const page = pageRequest(c.req.valid("query"));
    const db = database(c.env);
    settle(await needTenant(db, tenantId));
    const { items, total } = await listEndpoints(db, tenantId, page);
    return json(c, pageOf(page, items.map(showEndpoint), total));
  },
);

webhookRoutes.get(
  ONE,
  operation({ operationId: "getWebhook" }),
  valid("param", schemas.endpointParam),
  async (c) => {
    const endpoint = await needEndpoint(endpointCallOf(c, c.req.valid("param")));
    return json(c, showEndpoint(settle(endpoint)));
  },
);

webhookRoutes.patch(
  ONE,
  operation({ operationId: "changeWebhook" }),
  valid("param", schemas.endpointParam),
  valid("json", schemas.endpointChange),
  async (c) => {
    const call = endpointCallOf(c, c.req.valid("param"));
    const changed = await changeEndpoint(call, c.req.valid("json"), hostOf(c));
    return json(c, showEndpoint(settle(changed)));
  },
);

webhookRoutes.delete(
  ONE,
  operation({ operationId: "deleteWebhook" }),
  valid("param", schemas.endpointParam),
  async (c) => {
    settle(await removeEndpoint(endpointCallOf(c, c.req.valid("param"))));
    return noContent(c);
  },
);

webhookRoutes.post(
  `${ONE}/enable`,
  operation({ operationId: "enableWebhook" }),
  valid("param", schemas.endpointParam),
  async (c) => {
    const enabled = await enableEndpoint(endpointCallOf(c, c.req.valid("param")));
    return json(c, showEndpoint(settle(enabled)));
  },
);

webhookRoutes.post(
  `${ONE}/rotate-secret`,
  operation({ operationId: "rotateWebhookSecret" }),
  valid("param", schemas.endpointParam),
  valid("json", schemas.secretRotation),
  async (c) => {
    const { overlapSeconds, force } = c.req.valid("json");
    const call = endpointCallOf(c, c.req.valid("param"));
    return json(c, { secret: settle(await rotateSecret(call, overlapSeconds, force)) });
  },
);

function hostOf(c: Context<Rampart>): string {
  return new URL(c.req.url).hostname;
}
