import { Hono } from "hono";
import { json, settle } from "../http/index.ts";
import { operation, pageOf, pageRequest, pagingOnly, valid } from "../http/contract/index.ts";
import type { Rampart } from "../platform/index.ts";
import { pingEndpoint } from "./delivery/ping-endpoint.ts";
import { listDeliveries } from "./delivery/read-deliveries.ts";
import { readHealth } from "./delivery/read-health.ts";
import { replayDeliveries } from "./delivery/replay-deliveries.ts";
import { needEndpoint } from "./endpoints/need-endpoint.ts";
import { endpointCallOf } from "./endpoint-call-of.ts";
import * as schemas from "./delivery/schemas.ts";
import { endpointParam } from "./schemas.ts";
import { publicKeys } from "./sign/signing-pair.ts";

const ONE = "/admin/tenants/:tenantId/webhooks/:id";

export const deliveryRoutes = new Hono<Rampart>();

deliveryRoutes.post(
  `${ONE}/ping`,
  operation({ operationId: "pingWebhook" }),
  valid("param", endpointParam),
  async (c) => {
    const eventId = settle(await pingEndpoint(endpointCallOf(c, c.req.valid("param"))));
    return json(c, { eventId }, 202);
  },
);

deliveryRoutes.get(
  `${ONE}/health`,
  operation({ operationId: "getWebhookHealth" }),
  valid("param", endpointParam),
  async (c) => {
    const endpoint = settle(await needEndpoint(endpointCallOf(c, c.req.valid("param"))));
    return json(c, await readHealth(c.env, endpoint));
  },
);

deliveryRoutes.get(
  `${ONE}/deliveries`,
  operation({ operationId: "listWebhookDeliveries" }),
  valid("param", endpointParam),
  valid("query", pagingOnly),
  async (c) => {
    const page = pageRequest(c.req.valid("query"));
    const { items, total } = settle(
      await listDeliveries(endpointCallOf(c, c.req.valid("param")), page),
    );
    return json(c, pageOf(page, items, total));
  },
);

deliveryRoutes.post(
  `${ONE}/replay`,
  operation({ operationId: "replayWebhook" }),
  valid("param", endpointParam),
  valid("json", schemas.replayOrder),
  async (c) => {
    const call = endpointCallOf(c, c.req.valid("param"));
    return json(c, settle(await replayDeliveries(call, c.req.valid("json"))));
  },
);

deliveryRoutes.get(
  "/.well-known/webhook-keys.json",
  operation({ operationId: "getWebhookKeys" }),
  (c) => json(c, publicKeys(c.env), 200, { "cache-control": "public, max-age=3600" }),
);
