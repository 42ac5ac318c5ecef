import { Hono, type Context } from "hono";
import { json, settle } from "../http/index.ts";
import { operation, valid, type Operation } from "../http/contract/index.ts";
import type { Rampart } from "../platform/index.ts";
import { admit, charge } from "../tenants/gate/guard-module.ts";
import { answer, askerOf } from "./answer.ts";
import type { Indicator, IndicatorType } from "./indicators/indicator.ts";
import { readIndicator } from "./indicators/read-indicator.ts";
import type { Aspect } from "./lookup/look-up.ts";
import { resolverOf } from "./lookup/resolve-name.ts";
import * as schemas from "./schemas.ts";

declare module "hono" {
  interface ContextVariableMap {
    indicator: Indicator;
  }
}

const tags = ["Lookups"];
const LOOKS_LIKE_ASN = /^\s*as/i;

/** The four look-ups of the contract, relative to /api/v1. */
export const lookupRoutes = new Hono<Rampart>();

lookupRoutes.get(
  "/urlsearch",
  about("searchUrl", "Look up a URL or a domain"),
  admit("urlsearch"),
  valid("query", schemas.urlQuery),
  (c, next) => {
    const { type, value } = c.req.valid("query");
    read(c, type, value);
    return next();
  },
  charge,
  (c) => say(c),
);

lookupRoutes.get(
  "/ipsearch",
  about("searchIp", "Look up an IP address or an ASN"),
  admit("ipsearch"),
  valid("query", schemas.ipQuery),
  (c, next) => {
    const { type, value } = c.req.valid("query");
    read(c, type ?? (LOOKS_LIKE_ASN.test(value) ? "asn" : "ip"), value);
    return next();
  },
  charge,
  (c) => say(c),
);

lookupRoutes.get(
  "/dnssearch",
  about("searchDns", "Look up a domain in the DNS"),
  admit("dnssearch"),
  valid("query", schemas.dnsQuery),
  (c, next) => {
    c.set("indicator", settle(readIndicator("domain", c.req.valid("query").value, NAMES)));
    return next();
  },
  charge,
  async (c) => {
    const asker = askerOf(c);
    const indicator = c.get("indicator");
    const resolve = resolverOf(asker, indicator);
    const { verdict } = settle(await answer(asker, indicator, "reputation", resolve));
    return json(c, verdict);
  },
);

lookupRoutes.get(
  "/darkweb",
  about("searchDarkweb", "Look up a domain, IP address or e-mail address in known breaches"),
  admit("darkweb"),
  valid("query", schemas.darkwebQuery),
  (c, next) => {
    const { type, value } = c.req.valid("query");
    read(c, type, value);
    return next();
  },
  charge,
  (c) => say(c, "exposure"),
);

const NAMES = { underscore: true };

function about(operationId: string, summary: string) {
  const responses: Operation["responses"] = {
    200: { description: "The verdict, also when nothing is known", schema: schemas.verdict },
    503: { description: "The intelligence cannot be read at the moment" },
  };
  return operation({ operationId, summary, tags, responses });
}

function read(c: Context<Rampart>, type: IndicatorType, value: string): void {
  c.set("indicator", settle(readIndicator(type, value)));
}

async function say(c: Context<Rampart>, aspect: Aspect = "reputation"): Promise<Response> {
  const { verdict } = settle(await answer(askerOf(c), c.get("indicator"), aspect));
  return json(c, verdict);
}
