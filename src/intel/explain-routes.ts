import { Hono } from "hono";
import { json, settle } from "../http/index.ts";
import { operation, valid } from "../http/contract/index.ts";
import { database, type Rampart } from "../platform/index.ts";
import { claimKnownTenant } from "../tenants/claim-known-tenant.ts";
import { lookUpFor } from "./look-up-for.ts";
import { askerFor } from "./asker.ts";
import { explain } from "./explain.ts";
import { readIndicator } from "./indicators/read-indicator.ts";
import { resolverOf } from "./lookup/resolve-name.ts";
import * as schemas from "./explain-schemas.ts";
import { guessType } from "./tenant-lists/read-entry.ts";

/** Why a verdict is what it is, for operators. */
export const explainRoutes = new Hono<Rampart>();

explainRoutes.get(
  "/admin/intel/explain",
  operation({ operationId: "explainIntelVerdict" }),
  valid("query", schemas.explainQuery),
  async (c) => {
    const { value, type, aspect, tenantId } = c.req.valid("query");
    if (tenantId !== undefined) {
      settle(await claimKnownTenant(database(c.env), c.get("principal"), tenantId));
    }
    const indicator = settle(readIndicator(type ?? guessType(value), value, { underscore: true }));
    const asker = askerFor(c, tenantId);
    const isDns = aspect === "dns";
    const resolve = isDns ? resolverOf(asker, indicator) : undefined;
    const about = isDns ? "reputation" : aspect;
    const explained = settle(await lookUpFor(asker, indicator, about, resolve));
    return json(c, explain(explained));
  },
);
