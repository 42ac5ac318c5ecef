import * as z from "zod";
import { type Module, MODULES } from "../../../src/tenants/gate/modules.ts";
import type { Seeding } from "../seed.ts";
import { DEMO, OTHER } from "./keep-tenants.ts";

const issued = z.object({ key: z.string() });
const listed = z.object({ items: z.array(z.object({ id: z.string(), status: z.string() })) });

interface Order {
  tenantId: string;
  name: string;
  scopes: readonly Module[];
  known: string | undefined;
}

/**
 * Keeps or makes keys of the threat-intel API: one for everything, one for one module, and one of
 * another tenant.
 */
export async function keepApiKeys(seeding: Seeding) {
  const { apiKey, urlOnlyApiKey, otherApiKey } = seeding.kept;
  const all = { scopes: MODULES, name: "Everything" };
  const urlOnly = { scopes: ["urlsearch"] as const, name: "URLs only" };
  return {
    apiKey: await keepApiKey(seeding, { tenantId: DEMO, ...all, known: apiKey }),
    urlOnlyApiKey: await keepApiKey(seeding, { tenantId: DEMO, ...urlOnly, known: urlOnlyApiKey }),
    otherApiKey: await keepApiKey(seeding, { tenantId: OTHER, ...all, known: otherApiKey }),
  };
}

async function keepApiKey({ call, closed }: Seeding, order: Order): Promise<string> {
  const { tenantId, name, scopes, known } = order;
  if (closed.has(tenantId)) return "";
  const path = `/admin/tenants/${tenantId}/api-keys`;
  if (known !== undefined) {
    const { items } = (await call("GET", `${path}?limit=100`)).read(listed);
    const held = items.find(({ id }) => known.startsWith(`rmp_live_${id}`));
    if (held?.status === "active") return known;
  }
  return (await call("POST", path, { body: { name, scopes } })).read(issued).key;
}
