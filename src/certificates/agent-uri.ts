export interface AgentIdentity {
  tenantId: string;
  agentId: string;
}

const SEGMENT = /^[A-Za-z0-9._-]{1,128}$/;

export function agentUri(trustDomain: string, { tenantId, agentId }: AgentIdentity): string {
  return `spiffe://${trustDomain}/tenant/${tenantId}/agent/${agentId}`;
}

/** The identity in a SPIFFE id of our own trust domain and shape, and in no other. */
export function readAgentUri(trustDomain: string, uri: string): AgentIdentity | undefined {
  const prefix = `spiffe://${trustDomain}/`;
  if (!uri.startsWith(prefix)) return undefined;
  const [tenant, tenantId = "", agent, agentId = "", ...more] = uri.slice(prefix.length).split("/");
  if (tenant !== "tenant" || agent !== "agent" || more.length > 0) return undefined;
  if (!SEGMENT.test(tenantId) || !SEGMENT.test(agentId)) return undefined;
  return { tenantId, agentId };
}
