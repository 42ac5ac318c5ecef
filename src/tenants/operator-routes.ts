import { Hono } from "hono";
import * as z from "zod";
import { personOf } from "../access/person-of.ts";
import { ROLES } from "../access/permissions.ts";
import { listPeople, removeOperator } from "../access/sessions/index.ts";
import { json, noContent, settle } from "../http/index.ts";
import {
  MAX_ID,
  operation,
  pageOf,
  pageRequest,
  pageSchema,
  pagingOnly,
  time,
  valid,
} from "../http/contract/index.ts";
import { database, timeOf, type Rampart } from "../platform/index.ts";

const tags = ["Credentials"];
const param = z.object({ personId: z.string().max(MAX_ID) });

const operators = pageSchema(
  z
    .strictObject({
      personId: z.string(),
      name: z.string(),
      role: z.enum(ROLES),
      createdBy: z.string(),
      createdAt: time,
      seenAt: time.nullable(),
      /** Since when their identity provider lets them in no more. */
      withdrawnAt: time.nullable(),
      sessions: z.int(),
      passkeys: z.int(),
      tokens: z.int(),
    })
    .meta({ id: "Operator" }),
);

/** Listing and removing operators, the people who reach all tenants. */
export const operatorRoutes = new Hono<Rampart>();

operatorRoutes.get(
  "/admin/operators",
  operation({
    operationId: "listOperators",
    summary: "List operators, with how many sessions, passkeys and tokens of each count",
    tags,
    responses: { 200: { description: "A page of operators", schema: operators } },
  }),
  valid("query", pagingOnly),
  async (c) => {
    const page = pageRequest(c.req.valid("query"));
    const now = c.get("platform").now();
    const { items, total } = await listPeople(database(c.env), null, page, now);
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
  operation({
    operationId: "removeOperator",
    summary: "Remove an operator: sessions, passkeys, links and tokens end",
    tags,
    responses: {
      204: { description: "Removed; it binds everywhere within 15 s" },
      409: { description: "It is the last operator, or the last owner among them" },
    },
  }),
  valid("param", param),
  async (c) => {
    const { personId } = c.req.valid("param");
    const now = c.get("platform").now();
    settle(await removeOperator(database(c.env), personOf(c), personId, now));
    return noContent(c);
  },
);
