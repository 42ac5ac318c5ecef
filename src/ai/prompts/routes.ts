import { Hono } from "hono";
import { json, settle } from "../../http/index.ts";
import { operation, valid } from "../../http/contract/index.ts";
import type { Rampart } from "../../platform/index.ts";
import { knowledgeOf } from "../knowledge/knowledge-of.ts";
import { retrieve } from "../answer/retrieve.ts";
import { groundednessOf } from "../answer/check-output.ts";
import { writeAnswer, type Written } from "../answer/write-answer.ts";
import {
  AI_HEADERS,
  aiHeaders,
  callerOf,
  activeTenantOf,
  nameTrace,
  traceIdFor,
} from "../caller.ts";
import { chooseRoute } from "../chat/choose-route.ts";
import { checkModel } from "../providers/choose-models.ts";
import { DEFAULT_TOP } from "../schemas.ts";
import type { Language } from "../text/guess-language.ts";
import { buildPrompt } from "./build-prompt.ts";
import { nameOf, promptFor } from "./find-prompt.ts";
import { OVER_LIMIT } from "../usage/over-limit.ts";
import * as schemas from "./schemas.ts";

export const promptRoutes = new Hono<Rampart>();

promptRoutes.post(
  "/ai/prompts/test",
  operation({
    operationId: "testPrompt",
    summary: "Show exactly what a model would be sent, and with runModel what comes back",
    tags: ["AI prompts"],
    responses: {
      200: { description: "The prompt", schema: schemas.promptTested, headers: AI_HEADERS },
      ...OVER_LIMIT,
    },
  }),
  nameTrace,
  valid("json", schemas.promptTest),
  async (c) => {
    const { query, maxDocuments = DEFAULT_TOP, runModel = false, ...order } = c.req.valid("json");
    const traceId = traceIdFor(c, order.traceId);
    const tenantId = await activeTenantOf(c, order.tenantId);
    const caller = await callerOf(c, tenantId, "prompts.test", traceId);
    const prompt = settle(await promptFor(caller, order.promptVersion));
    checkModel(caller, order.model);
    const now = c.get("platform").now();
    const ask = { query, top: maxDocuments, now, answering: true };
    // Without a run no provider hears of it, not even for a vector.
    const found = await (runModel
      ? retrieve(caller, ask)
      : knowledgeOf(c.env, tenantId).search(ask));
    const built = buildPrompt(prompt, query, found);
    const question = { ...order, query, prompt, found, built };
    const written = runModel ? await writeAnswer(caller, question) : undefined;
    const { route, routeReason } = chooseRoute(query);
    const { flagged, removedCharacters, mask: _mask, ...shown } = built;
    const body = {
      traceId,
      tenantId,
      promptVersion: nameOf(prompt),
      ...shown,
      guardrails: { flagged, removedCharacters },
      routing: { route, routeReason },
      runModel,
      ...(written === undefined ? {} : { result: withGroundedness(written, found.language) }),
    };
    return json(c, body, 200, aiHeaders(traceId, written?.provider, written?.degraded));
  },
);

function withGroundedness({ answer }: Written, language: Language) {
  return { ...answer, groundedness: groundednessOf(answer, language) };
}
