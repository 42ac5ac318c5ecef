import { Hono, type MiddlewareHandler } from "hono";
import { json, raw, settle } from "../../http/index.ts";
import { operation, valid } from "../../http/contract/index.ts";
import type { Rampart } from "../../platform/index.ts";
import { admit, charge, chargePaced, pace } from "../../tenants/gate/guard-module.ts";
import { askerOf } from "../asker.ts";
import { knowledgeFor } from "../recall-knowledge.ts";
import { decisionOf, wantedBy } from "./decisions.ts";
import { exportRows } from "./export-rows.ts";
import { findDecided } from "./find-decided.ts";
import { stateOf } from "./keep-export.ts";
import { nameCaller } from "./name-caller.ts";
import * as schemas from "./schemas.ts";
import { EXPORT_SCOPES } from "./scopes.ts";
import { fileOf, streamDecisions } from "./stream-decisions.ts";

declare module "hono" {
  interface ContextVariableMap {
    poll: { now: number; before: R2Object | null };
  }
}

/** Bouncers try their key with HEAD. They get no body then, so nothing is noted as sent. */
const answerHead: MiddlewareHandler<Rampart> = async (c, next) =>
  c.req.method === "HEAD" ? json(c, { new: null, deleted: null }) : next();

/** Reads what the bouncer was sent before. The clock comes first: the bouncer waits for this too. */
const recall: MiddlewareHandler<Rampart> = async (c, next) => {
  const now = c.get("platform").now();
  const { tenantId, keyId } = c.get("admission");
  c.set("poll", { now, before: await c.env.OBJECTS.head(fileOf(tenantId, keyId)) });
  return next();
};

/** CrowdSec's local API for bouncers, under /api/v1 and also at the root (`pathOf`). */
export const bouncerRoutes = new Hono<Rampart>();

bouncerRoutes.get(
  "/decisions",
  operation({ operationId: "listDecisions" }),
  nameCaller,
  admit(EXPORT_SCOPES["/decisions"]),
  valid("query", schemas.decisionQuery),
  charge,
  async (c) => {
    const { ip, range, value, contains, ...wants } = c.req.valid("query");
    if (schemas.asksForOthers(wants)) return json(c, null);
    const asker = askerOf(c);
    const found = settle(await findDecided(asker, ip ?? range ?? value, contains !== "false"));
    const now = asker.platform.now();
    const all = found.map((row) => decisionOf(row, now)).filter(wantedBy(wants));
    return json(c, all.length === 0 ? null : all);
  },
);

bouncerRoutes.get(
  "/decisions/stream",
  operation({ operationId: "streamDecisions" }),
  nameCaller,
  admit(EXPORT_SCOPES["/decisions/stream"]),
  valid("query", schemas.streamQuery),
  pace,
  answerHead,
  recall,
  (c, next) => {
    const isStart = c.req.valid("query").startup === "true" || c.get("poll").before === null;
    return isStart ? chargePaced(c, next) : next();
  },
  async (c) => {
    const { startup, ...wants } = c.req.valid("query");
    const asker = askerOf(c);
    const { now, before } = c.get("poll");
    const knowledge = settle(await knowledgeFor(asker));
    const { tenantId, keyId } = c.get("admission");
    const changes = await streamDecisions(c.env.OBJECTS, {
      tenantId,
      keyId,
      startup: startup === "true",
      before,
      wants,
      state: `${stateOf(knowledge.index, now)}-${knowledge.lists.version}`,
      now,
      rows: async () => settle(await exportRows(asker, knowledge, "ip", false)),
      platform: asker.platform,
    });
    return json(c, changes);
  },
);

bouncerRoutes.post(
  "/usage-metrics",
  operation({ operationId: "takeUsageMetrics" }),
  nameCaller,
  admit(EXPORT_SCOPES["/usage-metrics"]),
  valid("json", schemas.usageMetrics),
  pace,
  (c) => raw(c, null, {}, 201),
);
