import { Hono, type Context } from "hono";
import { isKnownTag, raw, settle } from "../../http/index.ts";
import { operation, valid } from "../../http/contract/index.ts";
import type { Rampart } from "../../platform/index.ts";
import { admit, chargePaced, pace } from "../../tenants/gate/guard-module.ts";
import { askerOf, type Asker } from "../asker.ts";
import { knowledgeFor } from "../recall-knowledge.ts";
import type { Knowledge } from "../lookup/look-up.ts";
import { askForPassword } from "./ask-for-password.ts";
import type { ExportKind, ExportRow } from "./export-list.ts";
import { exportRows } from "./export-rows.ts";
import { stateOf } from "./keep-export.ts";
import { nameCaller } from "./name-caller.ts";
import { renderAddresses, renderDomains, renderUrls } from "./render.ts";
import { renderZone } from "./render-zone.ts";
import * as schemas from "./schemas.ts";
import { EXPORT_SCOPES } from "./scopes.ts";

/** The list that is asked for, in its present state. */
interface List {
  asker: Asker;
  knowledge: Knowledge;
  headers: { etag: string; "cache-control": string };
  withSuspicious: boolean;
}

declare module "hono" {
  interface ContextVariableMap {
    list: List;
  }
}

const PLAIN = "text/plain; charset=utf-8";
const ZONE = "text/dns";

/** Lists for firewalls and resolvers, under /api/v1; each with the tenant's own entries. */
export const exportRoutes = new Hono<Rampart>();

type Render = (rows: ExportRow[], knowledge: Knowledge, asker: Asker) => string;

interface Shape {
  kind: ExportKind;
  type: string;
  render: Render;
}

const plain = (kind: ExportKind, render: Render): Shape => ({
  kind,
  type: PLAIN,
  render,
});
const zone: Shape = {
  kind: "domain",
  type: ZONE,
  render: (rows, { lists }, { platform: { now, log }, tenantId }) =>
    renderZone(rows, lists, now(), (leftOut) =>
      log({ level: "warn", event: "intel_zone_full", tenantId, leftOut }),
    ),
};

answer("/exports/ip.txt", "exportAddresses", plain("ip", renderAddresses));
answer("/exports/domain.txt", "exportDomains", plain("domain", renderDomains));
answer("/exports/url.txt", "exportUrls", plain("url", renderUrls));
answer("/exports/rpz.zone", "exportZone", zone);

function answer(path: keyof typeof EXPORT_SCOPES, operationId: string, shape: Shape): void {
  exportRoutes.get(
    path,
    operation({ operationId }),
    askForPassword,
    nameCaller,
    admit(EXPORT_SCOPES[path]),
    valid("query", schemas.exportQuery),
    pace,
    // One that the caller has already costs neither work nor quota, so no used-up quota refuses it.
    async (c, next) => {
      const list = await nameList(c, c.req.valid("query").disposition);
      c.set("list", list);
      const isKnown = isKnownTag(c.req.header("if-none-match"), list.headers.etag);
      return isKnown ? raw(c, null, list.headers, 304) : chargePaced(c, next);
    },
    (c) => sayList(c, shape),
  );
}

async function nameList(
  c: Context<Rampart>,
  disposition: "malicious" | "suspicious",
): Promise<List> {
  const asker = askerOf(c);
  const knowledge = settle(await knowledgeFor(asker));
  const state = stateOf(knowledge.index, asker.platform.now());
  const etag = `W/"${state}-${knowledge.lists.version}-${disposition}"`;
  const headers = { etag, "cache-control": "private, no-cache" };
  return { asker, knowledge, headers, withSuspicious: disposition === "suspicious" };
}

async function sayList(c: Context<Rampart>, { kind, type, render }: Shape): Promise<Response> {
  const { asker, knowledge, headers, withSuspicious } = c.get("list");
  const rows = settle(await exportRows(asker, knowledge, kind, withSuspicious));
  return raw(c, render(rows, knowledge, asker), { ...headers, "content-type": type });
}
