import { Hono } from "hono";
import { json, operation, settle, valid } from "../../http/index.ts";
import type { Rampart } from "../../platform/index.ts";
import { writeAnswer } from "../answer/write-answer.ts";
import { retrieve } from "../answer/retrieve.ts";
import { aiHeaders, tenantOf, traceOf } from "../caller.ts";
import { chooseRoute } from "../chat/choose-route.ts";
import { DEFAULT_TOP } from "../schemas.ts";
import { buildPrompt, sha256 } from "./build-prompt.ts";
import { BUILTIN_PROMPT, PROMPTS } from "./builtin.ts";
import { findPrompt, nameOf } from "./find-prompt.ts";
import * as schemas from "./schemas.ts";

const tags = ["AI"];

export const promptRoutes = new Hono<Rampart>();

promptRoutes.get(
  "/ai/prompts/versions",
  operation({
    operationId: "listPromptVersions",
    summary: "List the prompt versions that requests may name",
    tags,
    responses: { 200: { description: "All of them", schema: schemas.versions } },
  }),
  async (c) => {
    const versions = await Promise.all(
      PROMPTS.map(async ({ template, ...prompt }) => ({
        ...prompt,
        language: Object.keys(template),
        sha256: await sha256(JSON.stringify(template)),
        default: prompt.version === BUILTIN_PROMPT.version,
      })),
    );
    return json(c, { versions, defaultVersion: nameOf(BUILTIN_PROMPT) });
  },
);

promptRoutes.post(
  "/ai/prompts/test",
  operation({
    operationId: "testPrompt",
    summary: "Show exactly what a model would be sent, and with runModel what comes back",
    tags,
    responses: { 200: { description: "The prompt", schema: schemas.promptTested } },
  }),
  valid("json", schemas.promptTest),
  async (c) => {
    const { query, maxDocuments = DEFAULT_TOP, runModel = false, ...order } = c.req.valid("json");
    const tenantId = await tenantOf(c, order.tenantId);
    const prompt = settle(findPrompt(order.promptVersion));
    const traceId = traceOf(c, order.traceId);
    const now = c.get("platform").now();
    const found = await retrieve(c.env, tenantId, { query, top: maxDocuments, now });
    const { flagged, mask: _mask, ...built } = await buildPrompt(prompt, query, found);
    const written = runModel ? await writeAnswer(c, { ...order, query, prompt, found }) : undefined;
    const { route, routeReason } = chooseRoute(query);
    const body = {
      traceId,
      tenantId,
      promptVersion: nameOf(prompt),
      ...built,
      guardrails: { flagged },
      routing: { route, routeReason },
      runModel,
      ...(written === undefined ? {} : { result: written.answer }),
    };
    return json(c, body, 200, aiHeaders(traceId, written?.provider, written?.degraded));
  },
);
