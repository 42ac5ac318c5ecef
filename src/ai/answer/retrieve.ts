import type { TenantId } from "../../access/claim-tenant.ts";
import type { Knowledge, Retrieved } from "../knowledge/knowledge-object.ts";
import type { Search } from "../knowledge/search.ts";

export function knowledgeOf(env: Cloudflare.Env, tenantId: TenantId): DurableObjectStub<Knowledge> {
  return env.KNOWLEDGE.get(env.KNOWLEDGE.idFromName(tenantId));
}

export async function retrieve(
  env: Cloudflare.Env,
  tenantId: TenantId,
  ask: Search,
): Promise<Retrieved> {
  return knowledgeOf(env, tenantId).search(ask);
}
