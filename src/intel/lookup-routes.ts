import { Hono } from "hono";
import type * as z from "zod";
import { json, settle, whenThere } from "../http/index.ts";
import { operation } from "../http/contract/index.ts";
import type { Rampart } from "../platform/index.ts";
import { gated } from "../tenants/gate/guard-module.ts";
import { askerOf } from "./asker.ts";
import { expectKnowledge } from "./expect-knowledge.ts";
import { answerQuestion, readQuestion } from "./answer-question.ts";
import type { LookupModule } from "./lookup-types.ts";
import * as schemas from "./schemas.ts";

/** The four look-ups of the contract, relative to /api/v1. */
export const lookupRoutes = new Hono<Rampart>();

lookupRoutes.get(
  "/urlsearch",
  operation({ operationId: "searchUrl" }),
  lookUp("urlsearch", schemas.urlQuery),
);

lookupRoutes.get(
  "/ipsearch",
  operation({ operationId: "searchIp" }),
  lookUp("ipsearch", schemas.ipQuery),
);

lookupRoutes.get(
  "/dnssearch",
  operation({ operationId: "searchDns" }),
  lookUp("dnssearch", schemas.dnsQuery),
);

lookupRoutes.get(
  "/darkweb",
  operation({ operationId: "searchDarkweb" }),
  lookUp("darkweb", schemas.darkwebQuery),
);

type LookupQuery = z.ZodType<{ value: string; type?: string | undefined }>;

function lookUp(module: LookupModule, query: LookupQuery) {
  return gated({
    module,
    query,
    read: ({ value, type }) => readQuestion(module, value, type),
    prepare: expectKnowledge,
    answer: (c, indicator) =>
      whenThere(answerQuestion(askerOf(c), module, indicator), (verdict) =>
        json(c, settle(verdict)),
      ),
  });
}
