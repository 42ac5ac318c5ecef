import { type Context, Hono } from "hono";
import { personOf } from "../../access/person-of.ts";
import { json, settle } from "../../http/index.ts";
import {
  idempotencyHeader,
  operation,
  pageOf,
  pageRequest,
  valid,
} from "../../http/contract/index.ts";
import { database, surroundingsOf, type Rampart } from "../../platform/index.ts";
import { claimKnownTenant } from "../../tenants/claim-known-tenant.ts";
import { mayOrder } from "./actions.ts";
import { cancelOrder } from "./cancel-order.ts";
import { claimOwner } from "./claim-owner.ts";
import { findReachableOrder } from "./find-order.ts";
import { giveOrder } from "./place-order.ts";
import { previewOrder } from "./preview-order.ts";
import * as schemas from "./schemas.ts";
import { showOrder } from "./show-order.ts";
import { listFailures, listOrders } from "./store.ts";

const LIST = "/admin/fleet/bulk-orders";
const ONE = `${LIST}/:id`;

/** One action for many agents: first how many, then the order, then how far it has come. */
export const bulkRoutes = new Hono<Rampart>();

bulkRoutes.post(
  `${LIST}/preview`,
  operation({ operationId: "previewBulkOrder" }),
  valid("json", schemas.bulkSelection, { maxBytes: schemas.MAX_BODY_BYTES }),
  async (c) => {
    const { tenantId: named, ...selection } = c.req.valid("json");
    const [db, by] = [database(c.env), personOf(c)];
    const tenantId = settle(await claimOwner(db, by, named));
    settle(mayOrder(by, selection.action));
    const now = c.get("platform").now();
    return json(c, settle(await previewOrder(db, { ...selection, tenantId }, now)));
  },
);

bulkRoutes.post(
  LIST,
  operation({ operationId: "placeBulkOrder" }),
  valid("header", idempotencyHeader),
  valid("json", schemas.bulkOrder, { maxBytes: schemas.MAX_BODY_BYTES }),
  async (c) => {
    const { tenantId: named, ...order } = c.req.valid("json");
    const [db, by] = [database(c.env), personOf(c)];
    const tenantId = settle(await claimOwner(db, by, named));
    const key = c.req.valid("header")["idempotency-key"];
    const placed = await giveOrder(surroundingsOf(c), by, { ...order, tenantId, key });
    const { row, replayed } = settle(placed);
    const headers = { location: `${LIST}/${row.id}` };
    const again = replayed ? { ...headers, "idempotency-replayed": "true" } : headers;
    return json(c, showOrder(row), 202, again);
  },
);

bulkRoutes.get(
  LIST,
  operation({ operationId: "listBulkOrders" }),
  valid("query", schemas.bulkList),
  async (c) => {
    const { tenant, ...asked } = c.req.valid("query");
    const [db, by] = [database(c.env), personOf(c)];
    if (tenant !== undefined) settle(await claimKnownTenant(db, by, tenant));
    const page = pageRequest(asked);
    const { items, total } = await listOrders(db, by.reach, tenant, page);
    return json(c, pageOf(page, items.map(showOrder), total));
  },
);

bulkRoutes.get(
  ONE,
  operation({ operationId: "getBulkOrder" }),
  valid("param", schemas.bulkParam),
  async (c) => json(c, showOrder(await orderOf(c, c.req.valid("param").id))),
);

bulkRoutes.get(
  `${ONE}/failures`,
  operation({ operationId: "listBulkFailures" }),
  valid("param", schemas.bulkParam),
  valid("query", schemas.failureList),
  async (c) => {
    const { id } = await orderOf(c, c.req.valid("param").id);
    const { cursor = "", limit = schemas.FAILURES_A_PAGE } = c.req.valid("query");
    return json(c, await listFailures(database(c.env), id, cursor, limit));
  },
);

bulkRoutes.post(
  `${ONE}/cancel`,
  operation({ operationId: "cancelBulkOrder" }),
  valid("param", schemas.bulkParam),
  async (c) => {
    const { id } = c.req.valid("param");
    const now = c.get("platform").now();
    const row = settle(await cancelOrder(database(c.env), personOf(c), id, now));
    return json(c, showOrder(row));
  },
);

async function orderOf(c: Context<Rampart>, id: string) {
  const row = settle(await findReachableOrder(database(c.env), personOf(c).reach, id));
  if (row.tenantId !== null) c.get("call").about.tenantId = row.tenantId;
  return row;
}
