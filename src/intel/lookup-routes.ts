import { Hono } from "hono";
import type * as z from "zod";
import { json, settle, whenThere } from "../http/index.ts";
import { operation, type Operation } from "../http/contract/index.ts";
import type { Rampart } from "../platform/index.ts";
import { gated } from "../tenants/gate/guard-module.ts";
import { askerOf } from "./asker.ts";
import { expectKnowledge } from "./expect-knowledge.ts";
import { answerQuestion, readQuestion } from "./answer-question.ts";
import type { LookupModule } from "./lookup-types.ts";
import * as schemas from "./schemas.ts";

const tags = ["Lookups"];

/** The four look-ups of the contract, relative to /api/v1. */
export const lookupRoutes = new Hono<Rampart>();

lookupRoutes.get(
  "/urlsearch",
  about("searchUrl", "Look up a URL or a domain"),
  lookUp("urlsearch", schemas.urlQuery),
);

lookupRoutes.get(
  "/ipsearch",
  about("searchIp", "Look up an IP address or an ASN"),
  lookUp("ipsearch", schemas.ipQuery),
);

lookupRoutes.get(
  "/dnssearch",
  about("searchDns", "Look up a domain in the DNS"),
  lookUp("dnssearch", schemas.dnsQuery),
);

lookupRoutes.get(
  "/darkweb",
  about("searchDarkweb", "Look up a domain, IP address or e-mail address in known breaches"),
  lookUp("darkweb", schemas.darkwebQuery),
);

function about(operationId: string, summary: string) {
  const responses: Operation["responses"] = {
    200: { description: "The verdict, also when nothing is known", schema: schemas.verdict },
    503: { description: "The intelligence cannot be read at the moment" },
  };
  return operation({ operationId, summary, tags, responses });
}

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
