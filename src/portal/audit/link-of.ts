import { PAGES } from "../gate/page-table.ts";
import type { View } from "../frame/view.ts";
import type { Thing } from "./things.ts";

const TENANT = "/portal/t/:tenantId";

/** For each kind of thing, the route of its page. The last part of the route is the thing's id. */
const LINKED: Partial<Record<Thing["kind"], string>> = {
  action: `${TENANT}/actions/:actionId`,
  agent: `${TENANT}/collectors/:agentId`,
  api_key: `${TENANT}/keys/:keyId`,
  dictionary: `${TENANT}/dictionaries/:dictionaryId`,
  document: `${TENANT}/documents/:documentId`,
  enrollment_code: `${TENANT}/codes`,
  entry: `${TENANT}/lists`,
  inspection: `${TENANT}/inspections/:inspectionId`,
  key_version: `${TENANT}/keyring`,
  person: `${TENANT}/members/:personId`,
  policy: `${TENANT}/policies/:policyId`,
  prompt: `${TENANT}/prompts`,
  service: "/portal/service-keys",
  source: "/portal/sources/:sourceId",
  token: `${TENANT}/tokens`,
  webhook: `${TENANT}/webhooks/:webhookId`,
};

/** The routes of things that belong to no tenant. */
const OF_ALL: typeof LINKED = {
  dictionary: "/portal/dictionaries/:dictionaryId",
  person: "/portal/operators/:personId",
};

/** The page of a thing; undefined if there is none, or if the reader may not open it. */
export function linkOf(
  { who }: View,
  { kind, id }: Thing,
  tenantId: string | null,
): string | undefined {
  const page = (tenantId === null ? OF_ALL[kind] : undefined) ?? LINKED[kind];
  if (page === undefined || who === undefined) return undefined;
  if (page.startsWith(TENANT) && tenantId === null) return undefined;
  const rule = PAGES[`GET ${page}`];
  if (rule === undefined || (rule.who === "operators" && who.kind !== "operator")) return undefined;
  if (rule.permission !== undefined && !who.permissions.has(rule.permission)) return undefined;
  return page
    .replace(":tenantId", encodeURIComponent(tenantId ?? ""))
    .replace(/:\w+$/, encodeURIComponent(id));
}
