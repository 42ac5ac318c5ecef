import { Hono } from "hono";
import * as z from "zod";
import { findTenantInPath, personOf } from "../access/index.ts";
import { json, operation, pageOf, pageRequest, pagingQuery, settle, valid } from "../http/index.ts";
import { database, uuidv7, type Rampart } from "../platform/index.ts";
import { noSuchEndpoint } from "./endpoints/change-endpoint.ts";
import { objectOf } from "./endpoints/object-of.ts";
import { findEndpoint } from "./endpoints/store.ts";
import { bodyOf } from "./fan-out.ts";
import * as schemas from "./schemas.ts";
import { showDelivery } from "./show.ts";
import { publicKeys } from "./sign/signing-pair.ts";

const tags = ["Webhooks"];
const ONE = "/admin/tenants/:tenantId/webhooks/:id";

export const deliveryRoutes = new Hono<Rampart>();

deliveryRoutes.post(
  `${ONE}/ping`,
  operation({
    operationId: "pingWebhook",
    summary: "Send a test event by the way of every other event",
    tags,
    responses: { 202: { description: "The event is on its way", schema: schemas.pinged } },
  }),
  valid("param", schemas.endpointParam),
  async (c) => {
    const { tenantId: named, id } = c.req.valid("param");
    const tenantId = settle(findTenantInPath(personOf(c), named));
    settle((await findEndpoint(database(c.env), tenantId, id)) ?? noSuchEndpoint());
    const now = c.get("platform").now();
    const eventId = `evt_${uuidv7(now)}`;
    const data = { endpointId: id };
    const event = { id: eventId, tenantId, type: "ping", data, createdAt: now };
    await objectOf(c.env, id).deliver([{ id: eventId, type: "ping", body: bodyOf(event) }]);
    return json(c, { eventId }, 202);
  },
);

deliveryRoutes.get(
  `${ONE}/deliveries`,
  operation({
    operationId: "listWebhookDeliveries",
    summary: "The endpoint's log of 30 days, newest first, with every attempt",
    tags,
    responses: { 200: { description: "A page of deliveries", schema: schemas.deliveryPage } },
  }),
  valid("param", schemas.endpointParam),
  valid("query", z.object(pagingQuery)),
  async (c) => {
    const { tenantId: named, id } = c.req.valid("param");
    const tenantId = settle(findTenantInPath(personOf(c), named));
    settle((await findEndpoint(database(c.env), tenantId, id)) ?? noSuchEndpoint());
    const page = pageRequest(c.req.valid("query"));
    const log = await objectOf(c.env, id).deliveries(page.limit, page.offset);
    const items = log.items.map((delivery) => showDelivery(delivery, log.attempts));
    return json(c, pageOf(page, items, log.total));
  },
);

deliveryRoutes.post(
  `${ONE}/replay`,
  operation({
    operationId: "replayWebhook",
    summary: "Send one event, or all of a time, again under their own ids",
    tags,
    responses: {
      200: { description: "How many are due again", schema: schemas.replayed },
    },
  }),
  valid("param", schemas.endpointParam),
  valid("json", schemas.replayOrder),
  async (c) => {
    const { tenantId: named, id } = c.req.valid("param");
    const tenantId = settle(findTenantInPath(personOf(c), named));
    settle((await findEndpoint(database(c.env), tenantId, id)) ?? noSuchEndpoint());
    const order = c.req.valid("json");
    const now = c.get("platform").now();
    const what =
      "eventId" in order
        ? order
        : { since: Date.parse(order.since), until: Date.parse(order.until ?? "") || now };
    return json(c, { events: await objectOf(c.env, id).replay(what) });
  },
);

deliveryRoutes.get(
  "/.well-known/webhook-keys.json",
  operation({
    operationId: "getWebhookKeys",
    summary: "The public keys of v1a signatures",
    tags,
    responses: {
      200: {
        description: "A JSON Web Key Set",
        schema: z.strictObject({
          keys: z.array(
            z.strictObject({
              kty: z.string(),
              crv: z.string(),
              x: z.string(),
              kid: z.string(),
              use: z.literal("sig"),
              alg: z.literal("EdDSA"),
            }),
          ),
        }),
      },
    },
  }),
  (c) => json(c, publicKeys(c.env), 200, { "cache-control": "public, max-age=3600" }),
);
