import { PAGES } from "../gate/page-table.ts";
import type { View } from "../frame/view.ts";
import type { Thing } from "./things.ts";

const TENANT = "/portal/t/:tenantId";

/** Where a thing is looked at. */
const LINKED: Partial<Record<Thing["kind"], string>> = {
  action: `${TENANT}/actions/:id`,
  agent: `${TENANT}/collectors/:id`,
  api_key: `${TENANT}/keys/:id`,
  dictionary: `${TENANT}/dictionaries/:id`,
  document: `${TENANT}/documents/:id`,
  enrollment_code: `${TENANT}/codes`,
  entry: `${TENANT}/lists`,
  inspection: `${TENANT}/inspections/:id`,
  key_version: `${TENANT}/keyring`,
  person: `${TENANT}/members/:id`,
  policy: `${TENANT}/policies/:id`,
  prompt: `${TENANT}/prompts`,
  source: "/portal/sources/:id",
  webhook: `${TENANT}/webhooks/:id`,
};

/** Of what belongs to no tenant. */
const OF_ALL: typeof LINKED = {
  dictionary: "/portal/dictionaries/:id",
  person: "/portal/operators/:id",
};

/** The page of a thing; undefined where there is none, or none that the reader may open. */
export function linkOf(
  { who }: View,
  { kind, id }: Thing,
  tenantId: string | null,
): string | undefined {
  const page = (tenantId === null ? OF_ALL[kind] : undefined) ?? LINKED[kind];
  if (page === undefined || who === undefined) return undefined;
  if (page.startsWith(TENANT) && tenantId === null) return undefined;
  const rule = ruleOf(page);
  if (rule === undefined || (rule.who === "operators" && who.kind !== "operator")) return undefined;
  if (rule.permission !== undefined && !who.permissions.has(rule.permission)) return undefined;
  return page
    .replace(":tenantId", encodeURIComponent(tenantId ?? ""))
    .replace(":id", encodeURIComponent(id));
}

function ruleOf(page: string) {
  const shape = page.replace(/:id$/, ":");
  const name = Object.keys(PAGES).find(
    (route) => route.replace(/:(?!tenantId)\w+$/, ":") === `GET ${shape}`,
  );
  return name === undefined ? undefined : PAGES[name];
}
