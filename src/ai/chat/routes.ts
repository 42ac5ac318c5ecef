import { Hono } from "hono";
import { json, operation, settle, valid } from "../../http/index.ts";
import type { Rampart } from "../../platform/index.ts";
import { answerEvents, deltasOf, wantsStream } from "../answer/stream-answer.ts";
import { writeAnswer } from "../answer/write-answer.ts";
import { aiHeaders, callerOf, tenantOf, traceOf } from "../caller.ts";
import type { Retrieved } from "../knowledge/knowledge-object.ts";
import { promptFor } from "../prompts/find-prompt.ts";
import { holdChat } from "./hold-chat.ts";
import * as schemas from "./schemas.ts";

export const chatRoutes = new Hono<Rampart>();

chatRoutes.post(
  "/ai/chat",
  operation({
    operationId: "chat",
    summary: "Ask about the tenant's state, its documents, or both",
    description:
      "Actions in `proposed_actions` are stored and wait for a decision. With `Accept: text/event-stream` the answer comes as events that end with `done`.",
    tags: ["AI"],
    responses: { 200: { description: "The answer", schema: schemas.chatAnswer } },
  }),
  valid("json", schemas.chat),
  async (c) => {
    const order = c.req.valid("json");
    const tenantId = await tenantOf(c, order.tenantId);
    const traceId = traceOf(c, order.traceId);
    const caller = await callerOf(c, tenantId, "chat", traceId);
    const prompt = settle(await promptFor(caller, order.promptVersion));
    const userId = c.get("principal").subject;
    const now = c.get("platform").now();
    const write = (found: Retrieved) => writeAnswer(caller, { ...order, prompt, found });
    const call = { env: c.env, tenantId, userId, traceId, now, write, outside: c.get("platform") };
    const { body, written } = await holdChat(order, call);
    const headers = aiHeaders(traceId, written?.provider, written?.degraded);
    if (!wantsStream(c)) return json(c, body, 200, headers);
    const each = (event: string, items: unknown[]) => items.map((data) => ({ event, data }));
    const events = [
      { event: "meta", data: { traceId, route: body.route } },
      ...each("tool_result", body.tool_results),
      ...each("citation", body.citations),
      ...deltasOf(body.answer),
      ...each("card", body.cards),
      ...each("action", [...body.actions, ...body.proposed_actions]),
      { event: "done", data: body },
    ];
    return answerEvents(c, events, headers);
  },
);
