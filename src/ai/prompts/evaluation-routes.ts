import { Hono } from "hono";
import { personOf } from "../../access/person-of.ts";
import { created, json, noSuch, settle } from "../../http/index.ts";
import { operation, pageOf, pageRequest, valid } from "../../http/contract/index.ts";
import { database, type Rampart } from "../../platform/index.ts";
import { activeCallerOf, tenantOf } from "../caller.ts";
import * as schemas from "./evaluation-schemas.ts";
import { evaluate } from "./evaluate.ts";
import { findEvaluation, listEvaluations } from "./evaluation-store.ts";
import { showEvaluation, summariseEvaluation } from "./show-evaluation.ts";
import { inTenant } from "../schemas.ts";

/** A row of the database may have two megabytes, and it also has what the models said to the cases. */
const MAX_BODY_BYTES = 1.5 * 1024 * 1024;

export const evaluationRoutes = new Hono<Rampart>();

evaluationRoutes.post(
  "/ai/prompts/evaluations",
  operation({ operationId: "evaluatePrompt" }),
  valid("json", schemas.newEvaluation, { maxBytes: MAX_BODY_BYTES }),
  async (c) => {
    const order = c.req.valid("json");
    const caller = await activeCallerOf(c, { tenantId: order.tenantId }, "prompts.evaluate");
    const shown = showEvaluation(settle(await evaluate(caller, personOf(c), order)));
    const tenantId = encodeURIComponent(order.tenantId);
    return created(c, shown, `/ai/prompts/evaluations/${shown.id}?tenantId=${tenantId}`);
  },
);

evaluationRoutes.get(
  "/ai/prompts/evaluations",
  operation({ operationId: "listPromptEvaluations" }),
  valid("query", schemas.evaluationList),
  async (c) => {
    const { tenantId: named, name, ...paging } = c.req.valid("query");
    const tenantId = await tenantOf(c, named);
    const page = pageRequest(paging);
    const { items, total } = await listEvaluations(database(c.env), tenantId, name, page);
    return json(c, pageOf(page, items.map(summariseEvaluation), total));
  },
);

evaluationRoutes.get(
  "/ai/prompts/evaluations/:id",
  operation({ operationId: "getPromptEvaluation" }),
  valid("param", schemas.evaluationParam),
  valid("query", inTenant),
  async (c) => {
    const tenantId = await tenantOf(c, c.req.valid("query").tenantId);
    const found = await findEvaluation(database(c.env), tenantId, c.req.valid("param").id);
    const none = noSuch("evaluation");
    return json(c, showEvaluation(settle(found ?? none)));
  },
);
