import * as z from "zod";
import { type Module, MODULES } from "../../../src/tenants/gate/modules.ts";
import type { Seeding } from "../seed.ts";
import { keepCredential } from "./keep-credential.ts";
import { DEMO, OTHER } from "./keep-tenants.ts";

const issued = z.object({ key: z.string() });
const listed = z.object({
  items: z.array(z.object({ id: z.string(), status: z.string(), scopes: z.array(z.string()) })),
});

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

function keepApiKey(seeding: Seeding, order: Order): Promise<string> {
  const { call } = seeding;
  const { tenantId, name, scopes, known } = order;
  const path = `/admin/tenants/${tenantId}/api-keys`;
  const counts = async (key: string) => {
    const { items } = (await call("GET", `${path}?limit=100`)).read(listed);
    const active = items.filter(({ status }) => status === "active");
    const own = active.find(({ id }) => key.startsWith(`rmp_live_${id}`));
    return scopes.every((scope) => own?.scopes.includes(scope));
  };
  const make = async () => (await call("POST", path, { body: { name, scopes } })).read(issued).key;
  return keepCredential(seeding, { tenantId, known, counts, make });
}
