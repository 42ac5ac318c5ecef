import { Hono } from "hono";
import { json, settle } from "../../http/index.ts";
import { operation, valid } from "../../http/contract/index.ts";
import type { Rampart } from "../../platform/index.ts";
import { activeCallerOf, aiHeaders, nameTrace } from "../caller.ts";
import * as schemas from "./schemas.ts";
import { testPrompt } from "./test-prompt.ts";

export const promptRoutes = new Hono<Rampart>();

promptRoutes.post(
  "/ai/prompts/test",
  operation({ operationId: "testPrompt" }),
  nameTrace,
  valid("json", schemas.promptTest),
  async (c) => {
    const order = c.req.valid("json");
    const caller = await activeCallerOf(c, order, "prompts.test");
    const { tested, written } = settle(await testPrompt(caller, order));
    const { traceId, tenantId } = caller;
    const headers = aiHeaders(traceId, written?.provider, written?.degraded);
    return json(c, { traceId, tenantId, ...tested }, 200, headers);
  },
);
