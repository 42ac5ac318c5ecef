import type { TenantId } from "../../access/index.ts";
import type { Ask, Knowledge, Retrieved } from "../knowledge/knowledge-object.ts";

export function knowledgeOf(env: Cloudflare.Env, tenantId: TenantId): DurableObjectStub<Knowledge> {
  return env.KNOWLEDGE.get(env.KNOWLEDGE.idFromName(tenantId));
}

export async function retrieve(
  env: Cloudflare.Env,
  tenantId: TenantId,
  ask: Ask,
): Promise<Retrieved> {
  return knowledgeOf(env, tenantId).search(ask);
}
