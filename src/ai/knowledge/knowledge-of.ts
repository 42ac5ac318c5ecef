import type { TenantId } from "../../access/claim-tenant.ts";
import type { Knowledge } from "./knowledge-object.ts";

export function knowledgeOf(env: Cloudflare.Env, tenantId: TenantId): DurableObjectStub<Knowledge> {
  return env.KNOWLEDGE.get(env.KNOWLEDGE.idFromName(tenantId));
}
