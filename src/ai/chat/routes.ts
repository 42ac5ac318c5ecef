import { Hono } from "hono";
import { personBehind } from "../../access/same-person.ts";
import { json, settle } from "../../http/index.ts";
import { operation, valid } from "../../http/contract/index.ts";
import type { Rampart } from "../../platform/index.ts";
import { streamAnswer, streamQuery, wantsStream } from "../answer/stream-answer.ts";
import type { Outlet } from "../answer/stream-model.ts";
import { writeAnswer } from "../answer/write-answer.ts";
import { retrieve } from "../answer/retrieve.ts";
import { activeCallerOf, aiHeaders, nameTrace } from "../caller.ts";
import type { Retrieved } from "../knowledge/retrieved.ts";
import type { Search } from "../knowledge/search/search.ts";
import { promptFor } from "../prompts/find-prompt.ts";
import { checkModel } from "../providers/choose-models.ts";
import { chooseRoute } from "./choose-route.ts";
import { answerChat } from "./answer-chat.ts";
import { streamChat } from "./stream-chat.ts";
import * as schemas from "./schemas.ts";

export const chatRoutes = new Hono<Rampart>();

chatRoutes.post(
  "/ai/chat",
  operation({ operationId: "chat" }),
  nameTrace,
  valid("json", schemas.chat),
  valid("query", streamQuery),
  async (c) => {
    const order = c.req.valid("json");
    const caller = await activeCallerOf(c, order, "chat");
    const prompt = settle(await promptFor(caller, order.promptVersion));
    checkModel(caller, order.model);
    const write = (found: Retrieved, outlet?: Outlet) =>
      writeAnswer(caller, { ...order, prompt, found }, outlet);
    const choice = chooseRoute(order.query);
    const call = {
      ...caller,
      personId: personBehind(c.get("principal")),
      choice,
      now: c.get("platform").now(),
      find: (ask: Search) => retrieve(caller, ask),
    };
    const { traceId } = caller;
    if (wantsStream(c)) {
      return streamAnswer(c, traceId, choice.route, async (stream) => {
        await streamChat(order, { ...call, write: (found) => write(found, stream) }, stream);
      });
    }
    const { body, written } = await answerChat(order, { ...call, write: (found) => write(found) });
    return json(c, body, 200, aiHeaders(traceId, written?.provider, written?.degraded));
  },
);
