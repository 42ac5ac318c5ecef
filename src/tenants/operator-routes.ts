import { Hono } from "hono";
import * as z from "zod";
import { personOf } from "../access/person-of.ts";
import { listPeople, removeOperator } from "../access/sessions/index.ts";
import { json, noContent, settle } from "../http/index.ts";
import {
  MAX_ID,
  operation,
  pageOf,
  pageRequest,
  pagingOnly,
  searchText,
  valid,
} from "../http/contract/index.ts";
import { database, timeOf, type Rampart } from "../platform/index.ts";

const operatorList = pagingOnly.extend({ q: searchText("the name or the id") });
const param = z.object({ personId: z.string().max(MAX_ID) });

/** Listing and removing operators, the people who reach all tenants. */
export const operatorRoutes = new Hono<Rampart>();

operatorRoutes.get(
  "/admin/operators",
  operation({ operationId: "listOperators" }),
  valid("query", operatorList),
  async (c) => {
    const { q, ...paged } = c.req.valid("query");
    const page = pageRequest(paged);
    const now = c.get("platform").now();
    const { items, total } = await listPeople(database(c.env), null, page, now, q);
    const shown = items.map(({ tenants: _all, createdAt, seenAt, withdrawnAt, ...row }) => ({
      ...row,
      createdAt: timeOf(createdAt),
      seenAt: timeOf(seenAt),
      withdrawnAt: timeOf(withdrawnAt),
    }));
    return json(c, pageOf(page, shown, total));
  },
);

operatorRoutes.delete(
  "/admin/operators/:personId",
  operation({ operationId: "removeOperator" }),
  valid("param", param),
  async (c) => {
    const { personId } = c.req.valid("param");
    const now = c.get("platform").now();
    settle(await removeOperator(database(c.env), personOf(c), personId, now));
    return noContent(c);
  },
);
