/** Tells the tenant's gate that D1 has changed; isolates hear of it within one lease. */
export async function refreshGate(
  env: Cloudflare.Env,
  tenantId: string,
  quotaBefore?: number,
): Promise<void> {
  await env.TENANT_GATE.get(env.TENANT_GATE.idFromName(tenantId)).refresh(quotaBefore);
}
