import { Hono } from "hono";
import { json, settle } from "../../http/index.ts";
import { operation, valid } from "../../http/contract/index.ts";
import type { Rampart } from "../../platform/index.ts";
import { activeCallerOf, AI_HEADERS, aiHeaders, EMBEDDED, nameTrace } from "../caller.ts";
import { promptFor } from "../prompts/find-prompt.ts";
import { DEFAULT_TOP } from "../schemas.ts";
import * as schemas from "./schemas.ts";
import { knownLanguage } from "../text/guess-language.ts";
import { OVER_LIMIT } from "../usage/over-limit.ts";
import { retrieve } from "./retrieve.ts";
import { searchContext } from "./search-context.ts";
import { STREAM_HEADERS, streamAnswer, streamQuery, wantsStream } from "./stream-answer.ts";
import { writeAnswer } from "./write-answer.ts";

const tags = ["AI"];

export const answerRoutes = new Hono<Rampart>();

answerRoutes.post(
  "/ai/context/search",
  operation({
    operationId: "searchContext",
    summary: "Find the passages of the tenant's documents that a query is about",
    tags,
    responses: {
      200: { description: "Best first", schema: schemas.contextAnswer, headers: AI_HEADERS },
    },
  }),
  nameTrace,
  valid("json", schemas.contextSearch),
  async (c) => {
    const order = c.req.valid("json");
    const caller = await activeCallerOf(c, order, "context-search");
    const { traceId, tenantId } = caller;
    const { context, degraded } = await searchContext(caller, order);
    return json(c, { traceId, tenantId, ...context }, 200, aiHeaders(caller, EMBEDDED, degraded));
  },
);

answerRoutes.post(
  "/ai/ask-rag",
  operation({
    operationId: "askRag",
    summary: "Answer a question out of the tenant's documents, with citations",
    description:
      "Each citation's `id` ends in the place of its snippet in the text of the document. With `Accept: text/event-stream`, not where JSON is wanted as much, the answer comes as events `meta`, `citation`, `delta` and `done`, each sentence when it has been checked; `error` in the place of `done` when the answer broke off. With `?protocol=ai-sdk` they come as AI SDK's UI message stream.",
    tags,
    responses: {
      200: {
        description: "The answer",
        schema: schemas.askRagAnswer,
        orType: "text/event-stream",
        headers: STREAM_HEADERS,
      },
      ...OVER_LIMIT,
    },
  }),
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
      return streamAnswer(c, caller, "rag", async (stream) => {
        const { answer, interrupted } = await writeAnswer(caller, question, stream);
        if (interrupted === true) stream.breakOff();
        else stream.send("done", { traceId, tenantId, ...answer });
      });
    }
    const { answer, provider, degraded } = await writeAnswer(caller, question);
    const body: schemas.AskRagAnswer = { traceId, tenantId, ...answer };
    return json(c, body, 200, aiHeaders(caller, provider, degraded));
  },
);
