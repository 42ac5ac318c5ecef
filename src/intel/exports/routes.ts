import { Hono, type Context } from "hono";
import { isKnownTag, raw, settle } from "../../http/index.ts";
import { operation, valid } from "../../http/contract/index.ts";
import type { Rampart } from "../../platform/index.ts";
import { admit, charge } from "../../tenants/gate/guard-module.ts";
import { askerOf } from "../asker.ts";
import { knowledgeFor } from "../recall-knowledge.ts";
import type { Knowledge } from "../lookup/look-up.ts";
import { askForPassword } from "./ask-for-password.ts";
import type { ExportKind, ExportRow } from "./export-list.ts";
import { exportRows } from "./export-rows.ts";
import { stateOf } from "./keep-export.ts";
import { nameCaller } from "./name-caller.ts";
import { renderPlain, renderZone } from "./render.ts";
import * as schemas from "./schemas.ts";
import { EXPORT_SCOPES } from "./scopes.ts";

const tags = ["Exports"];
const PLAIN = "text/plain; charset=utf-8";
const ZONE = "text/dns";

/** Lists for firewalls and resolvers, relative to /api/v1. Each is the tenant's own. */
export const exportRoutes = new Hono<Rampart>();

exportRoutes.get(
  "/exports/ip.txt",
  about("exportAddresses", "Addresses and blocks to refuse, one a line", PLAIN),
  askForPassword,
  nameCaller,
  admit(EXPORT_SCOPES["/exports/ip.txt"]),
  valid("query", schemas.exportQuery),
  charge,
  (c) => sayList(c, "ip", c.req.valid("query").disposition, PLAIN, renderPlain),
);

exportRoutes.get(
  "/exports/domain.txt",
  about("exportDomains", "Domains to refuse, one a line", PLAIN),
  askForPassword,
  nameCaller,
  admit(EXPORT_SCOPES["/exports/domain.txt"]),
  valid("query", schemas.exportQuery),
  charge,
  (c) => sayList(c, "domain", c.req.valid("query").disposition, PLAIN, renderPlain),
);

exportRoutes.get(
  "/exports/url.txt",
  about("exportUrls", "URLs to refuse, one a line, without their scheme", PLAIN),
  askForPassword,
  nameCaller,
  admit(EXPORT_SCOPES["/exports/url.txt"]),
  valid("query", schemas.exportQuery),
  charge,
  (c) => sayList(c, "url", c.req.valid("query").disposition, PLAIN, renderPlain),
);

exportRoutes.get(
  "/exports/rpz.zone",
  about("exportZone", "Domains to refuse as a DNS response policy zone", ZONE),
  askForPassword,
  nameCaller,
  admit(EXPORT_SCOPES["/exports/rpz.zone"]),
  valid("query", schemas.exportQuery),
  charge,
  (c) => {
    const now = c.get("platform").now();
    const render = (rows: ExportRow[], { lists }: Knowledge) => renderZone(rows, lists, now);
    return sayList(c, "domain", c.req.valid("query").disposition, ZONE, render);
  },
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
      401: { description: "Tenant and key are wanted", headers: ["WWW-Authenticate"] },
      503: { description: "The intelligence cannot be read at the moment" },
    },
  });
}

/** The list of a kind; unchanged ones cost neither work nor quota. */
async function sayList(
  c: Context<Rampart>,
  kind: ExportKind,
  disposition: "malicious" | "suspicious",
  type: string,
  render: (rows: ExportRow[], knowledge: Knowledge) => string,
): Promise<Response> {
  const asker = askerOf(c);
  const knowledge = settle(await knowledgeFor(asker));
  const state = stateOf(knowledge.index, asker.platform.now());
  const etag = `W/"${state}-${knowledge.lists.version}-${disposition}"`;
  const headers = { etag, "cache-control": "private, no-cache" };
  if (isKnownTag(c.req.header("if-none-match"), headers.etag)) return raw(c, null, headers, 304);
  const rows = settle(await exportRows(asker, knowledge, kind, disposition === "suspicious"));
  return raw(c, render(rows, knowledge), { ...headers, "content-type": type });
}
