import { Hono } from "hono";
import { json, settle } from "../../http/index.ts";
import { operation, valid } from "../../http/contract/index.ts";
import type { Rampart } from "../../platform/index.ts";
import { activeCallerOf, aiHeaders, EMBEDDED, nameTrace } from "../caller.ts";
import { promptFor } from "../prompts/find-prompt.ts";
import { DEFAULT_TOP } from "../schemas.ts";
import type { AskRagAnswer } from "./answers.ts";
import * as schemas from "./schemas.ts";
import { knownLanguage } from "../text/guess-language.ts";
import { retrieve } from "./retrieve.ts";
import { searchContext } from "./search-context.ts";
import { streamAnswer, streamQuery, wantsStream } from "./stream-answer.ts";
import { writeAnswer } from "./write-answer.ts";

export const answerRoutes = new Hono<Rampart>();

answerRoutes.post(
  "/ai/context/search",
  operation({ operationId: "searchContext" }),
  nameTrace,
  valid("json", schemas.contextSearch),
  async (c) => {
    const order = c.req.valid("json");
    const caller = await activeCallerOf(c, order, "context-search");
    const { traceId, tenantId } = caller;
    const { context, degraded } = await searchContext(caller, order);
    return json(c, { traceId, tenantId, ...context }, 200, aiHeaders(traceId, EMBEDDED, degraded));
  },
);

answerRoutes.post(
  "/ai/ask-rag",
  operation({ operationId: "askRag" }),
  nameTrace,
  valid("json", schemas.askRag),
  valid("query", streamQuery),
  async (c) => {
    const { query, top = DEFAULT_TOP, ...order } = c.req.valid("json");
    const caller = await activeCallerOf(c, order, "ask-rag");
    const { traceId, tenantId } = caller;
    const now = c.get("platform").now();
    const prompt = settle(await promptFor(caller, order.promptVersion));
    const language = knownLanguage(order.language);
    const found = await retrieve(caller, { query, top, now, language, answering: true });
    const question = { ...order, query, prompt, found };
    if (wantsStream(c)) {
      return streamAnswer(c, traceId, "rag", async (stream) => {
        const { answer, interrupted } = await writeAnswer(caller, question, stream);
        if (interrupted === true) stream.breakOff();
        else stream.send("done", { traceId, tenantId, ...answer });
      });
    }
    const { answer, provider, degraded } = await writeAnswer(caller, question);
    const body: AskRagAnswer = { traceId, tenantId, ...answer };
    return json(c, body, 200, aiHeaders(traceId, provider, degraded));
  },
);
