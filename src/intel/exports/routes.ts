import { Hono, type Context } from "hono";
import { isKnownTag, isRefusal, json, raw, settle } from "../../http/index.ts";
import { operation, valid } from "../../http/contract/index.ts";
import type { Rampart } from "../../platform/index.ts";
import { admit, charge, pace } from "../../tenants/gate/guard-module.ts";
import type { Module } from "../../tenants/gate/modules.ts";
import { answer, askerOf, knowledgeFor } from "../answer.ts";
import { worst } from "../fusion/fuse.ts";
import { readIndicator } from "../indicators/read-indicator.ts";
import { unavailable } from "../live/live-index.ts";
import { Unconfirmed } from "../lookup/confirm-doubts.ts";
import type { Explained, Knowledge } from "../lookup/look-up.ts";
import { decisionOf, rowsAround, wantedBy } from "./decisions.ts";
import type { ExportKind, ExportRow } from "./export-list.ts";
import { keepExport, stateOf } from "./keep-export.ts";
import { UnreadWords } from "./list-names.ts";
import { nameCaller } from "./name-caller.ts";
import { renderPlain, renderZone } from "./render.ts";
import * as schemas from "./schemas.ts";
import { streamDecisions } from "./stream-decisions.ts";
import { DENIED, tenantExport } from "./tenant-export.ts";

const tags = ["Exports"];
const PLAIN = "text/plain; charset=utf-8";
const ZONE = "text/dns";

/** Which scope of a key opens which list; also for the API description. */
export const EXPORT_SCOPES: Readonly<Record<string, Module>> = {
  "/exports/ip.txt": "ipsearch",
  "/exports/domain.txt": "dnssearch",
  "/exports/url.txt": "urlsearch",
  "/exports/rpz.zone": "dnssearch",
  "/decisions": "ipsearch",
  "/decisions/stream": "ipsearch",
  "/usage-metrics": "ipsearch",
};

/** Lists for firewalls and resolvers, relative to /api/v1. Each is the tenant's own. */
export const exportRoutes = new Hono<Rampart>();

exportRoutes.get(
  "/exports/ip.txt",
  about("exportAddresses", "Addresses and blocks to refuse, one a line", PLAIN),
  nameCaller,
  admit("ipsearch"),
  valid("query", schemas.exportQuery),
  charge,
  (c) => sayList(c, "ip", c.req.valid("query").disposition, PLAIN, renderPlain),
);

exportRoutes.get(
  "/exports/domain.txt",
  about("exportDomains", "Domains to refuse, one a line", PLAIN),
  nameCaller,
  admit("dnssearch"),
  valid("query", schemas.exportQuery),
  charge,
  (c) => sayList(c, "domain", c.req.valid("query").disposition, PLAIN, renderPlain),
);

exportRoutes.get(
  "/exports/url.txt",
  about("exportUrls", "URLs to refuse, one a line, without their scheme", PLAIN),
  nameCaller,
  admit("urlsearch"),
  valid("query", schemas.exportQuery),
  charge,
  (c) => sayList(c, "url", c.req.valid("query").disposition, PLAIN, renderPlain),
);

exportRoutes.get(
  "/exports/rpz.zone",
  about("exportZone", "Domains to refuse as a DNS response policy zone", ZONE),
  nameCaller,
  admit("dnssearch"),
  valid("query", schemas.exportQuery),
  charge,
  (c) => {
    const now = c.get("platform").now();
    const render = (rows: ExportRow[], { lists }: Knowledge) => renderZone(rows, lists, now);
    return sayList(c, "domain", c.req.valid("query").disposition, ZONE, render);
  },
);

exportRoutes.get(
  "/decisions",
  operation({
    operationId: "listDecisions",
    summary: "What CrowdSec's bouncers ask of its local API: decisions on an address, or all",
    tags,
    responses: { 200: { description: "Decisions, null for none", schema: schemas.decisions } },
  }),
  nameCaller,
  admit("ipsearch"),
  valid("query", schemas.decisionQuery),
  charge,
  async (c) => {
    const { ip, range, value, scope, contains, ...wants } = c.req.valid("query");
    // A country or a user name is none that could be read as an address.
    if (scope !== undefined && !/^(?:ip|range)?$/i.test(scope)) return json(c, null);
    const asked = ip ?? range ?? value;
    const found = await rowsOf(c, asked, contains !== "false");
    const all = found.map(decisionOf).filter(wantedBy(wants));
    return json(c, all.length === 0 ? null : all);
  },
);

exportRoutes.get(
  "/decisions/stream",
  operation({
    operationId: "streamDecisions",
    summary: "What changed since the same bouncer last asked; everything with startup=true",
    description:
      "With startup=true it takes a unit of the quota. The polls after it take none, whatever they bring, and are answered when the quota is used up.",
    tags,
    responses: { 200: { description: "Decisions, null for none", schema: schemas.changes } },
  }),
  nameCaller,
  admit("ipsearch"),
  valid("query", schemas.streamQuery),
  (c, next) =>
    c.req.valid("query").startup === "true" && !asksForHead(c) ? charge(c, next) : pace(c, next),
  async (c) => {
    if (asksForHead(c)) return json(c, { new: null, deleted: null });
    const { startup, ...wants } = c.req.valid("query");
    const knowledge = settle(await knowledgeFor(askerOf(c)));
    const now = c.get("platform").now();
    const { tenantId, keyId } = c.get("admission");
    const changes = await streamDecisions(c.env.OBJECTS, {
      tenantId,
      keyId,
      startup: startup === "true",
      wants,
      state: `${stateOf(knowledge.index, now)}-${knowledge.lists.version}`,
      now,
      rows: () => rowsFor(c, knowledge, "ip", false),
    });
    return json(c, changes);
  },
);

exportRoutes.post(
  "/usage-metrics",
  operation({
    operationId: "takeUsageMetrics",
    summary: "What CrowdSec's bouncers tell of themselves, which is not kept",
    tags,
    responses: { 201: { description: "Taken; it takes no unit of the quota" } },
  }),
  nameCaller,
  admit("ipsearch"),
  valid("json", schemas.usageMetrics),
  pace,
  (c) => raw(c, null, {}, 201),
);

function about(operationId: string, summary: string, type: string) {
  return operation({
    operationId,
    summary,
    description:
      "Beside the two headers, HTTP Basic with tenant and key is taken, for devices that know nothing else.",
    tags,
    responses: {
      200: { description: "The list", type: type.split(";", 1)[0] ?? type },
      304: { description: "If-None-Match names the list as it is" },
      503: { description: "The intelligence cannot be read at the moment" },
    },
  });
}

/** Bouncers try their key so; whoever gets no body must not count as one who was sent changes. */
function asksForHead(c: Context): boolean {
  return c.req.method === "HEAD";
}

/** The list of a kind; unchanged ones cost neither work nor quota. */
async function sayList(
  c: Context<Rampart>,
  kind: ExportKind,
  disposition: "malicious" | "suspicious",
  type: string,
  render: (rows: ExportRow[], knowledge: Knowledge) => string,
): Promise<Response> {
  const knowledge = await knowledgeFor(askerOf(c));
  if (isRefusal(knowledge)) return settle(knowledge) as never;
  const state = stateOf(knowledge.index, c.get("platform").now());
  const etag = `W/"${state}-${knowledge.lists.version}-${disposition}"`;
  const headers = { etag, "cache-control": "private, no-cache" };
  if (isKnownTag(c.req.header("if-none-match"), headers.etag)) return raw(c, null, headers, 304);
  const rows = await rowsFor(c, knowledge, kind, disposition === "suspicious");
  return raw(c, render(rows, knowledge), { ...headers, "content-type": type });
}

/** What is decided about an address or a block, or all that is. */
async function rowsOf(
  c: Context<Rampart>,
  asked: string | undefined,
  contains: boolean,
): Promise<Pick<ExportRow, "value" | "category">[]> {
  if (asked === undefined || asked.includes("/")) {
    const rows = await rowsFor(c, settle(await knowledgeFor(askerOf(c))), "ip", false);
    return asked === undefined ? rows : rowsAround(rows, asked, contains);
  }
  const explained = settle(await answer(askerOf(c), settle(readIndicator("ip", asked))));
  if (explained.verdict.disposition !== "malicious") return [];
  return [{ value: asked, category: categoryOf(explained) }];
}

/** Of several categories the one that makes the threat level, as in the lists. */
function categoryOf({ reasons }: Explained): string {
  if (reasons.entry !== undefined) return DENIED;
  return worst(reasons.weighed.filter(({ dismissed }) => dismissed === undefined)).category;
}

async function rowsFor(
  c: Context<Rampart>,
  knowledge: Knowledge,
  kind: ExportKind,
  withSuspicious: boolean,
): Promise<ExportRow[]> {
  const { now, log } = c.get("platform");
  try {
    const text = await keepExport(c.env.OBJECTS, kind, knowledge, now());
    return tenantExport(text, kind, knowledge.lists, withSuspicious);
  } catch (error) {
    if (!(error instanceof UnreadWords || error instanceof Unconfirmed)) throw error;
    const { source, message: reason } = error;
    log({ level: "error", event: "intel_export_failed", kind, source, reason });
    return settle(unavailable()) as never;
  }
}
