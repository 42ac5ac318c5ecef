import { Hono, type Context } from "hono";
import { answerUnlessKnown, raw, settle } from "../../http/index.ts";
import { operation, valid } from "../../http/contract/index.ts";
import type { Rampart } from "../../platform/index.ts";
import { admit, charge } from "../../tenants/gate/guard-module.ts";
import { askerOf, type Asker } from "../asker.ts";
import { knowledgeFor } from "../recall-knowledge.ts";
import type { Knowledge } from "../lookup/look-up.ts";
import { askForPassword } from "./ask-for-password.ts";
import type { ExportKind, ExportRow } from "./export-list.ts";
import { exportRows } from "./export-rows.ts";
import { stateOf } from "./keep-export.ts";
import { nameCaller } from "./name-caller.ts";
import { renderAddresses, renderDomains, renderPlain, renderZone } from "./render.ts";
import * as schemas from "./schemas.ts";
import { EXPORT_SCOPES } from "./scopes.ts";

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

const plain = (kind: ExportKind, render: Render = renderPlain): Shape => ({
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
answer("/exports/url.txt", "exportUrls", plain("url"));
answer("/exports/rpz.zone", "exportZone", zone);

function answer(path: keyof typeof EXPORT_SCOPES, operationId: string, shape: Shape): void {
  exportRoutes.get(
    path,
    operation({ operationId }),
    askForPassword,
    nameCaller,
    admit(EXPORT_SCOPES[path]),
    valid("query", schemas.exportQuery),
    charge,
    (c) => sayList(c, shape, c.req.valid("query").disposition),
  );
}

/** Answers a list. One that the caller has already costs neither work nor quota. */
async function sayList(
  c: Context<Rampart>,
  { kind, type, render }: Shape,
  disposition: "malicious" | "suspicious",
): Promise<Response> {
  const asker = askerOf(c);
  const now = asker.platform.now();
  const knowledge = settle(await knowledgeFor(asker));
  const state = stateOf(knowledge.index, now);
  const etag = `W/"${state}-${knowledge.lists.version}-${disposition}"`;
  const headers = { etag, "cache-control": "private, no-cache" };
  return answerUnlessKnown(c, headers, async () => {
    const rows = settle(await exportRows(asker, knowledge, kind, disposition === "suspicious"));
    return raw(c, render(rows, knowledge, asker), { ...headers, "content-type": type });
  });
}
