import { anAgent, tlsOf } from "../agent.ts";
import { aMember, anApiKey, anOperator, aServiceKey, aTenant, forgetOperator } from "../people.ts";
import type { Caller } from "./fuzz-operation.ts";
import type { Pool } from "./pool.ts";

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/**
 * Makes callers: one without a credential, one of every kind with every permission, and some with bad
 * credentials.
 */
export async function makeCallers(pool: Pool): Promise<Caller[]> {
  // An earlier request may have revoked the operator's token.
  forgetOperator();
  const [own, other] = [await aTenant(), await aTenant()];
  for (const tenantId of [other, own]) pool.add("tenantId", tenantId);
  const serviceKey = await aServiceKey();
  const agent = await anAgent({ tenantId: own });
  pool.add("agentId", agent.id);
  const cf = { tlsClientAuth: tlsOf(agent.pem) } as unknown as IncomingRequestCfProperties;
  return [
    { name: "nobody", headers: {} },
    {
      name: "a forger",
      headers: { ...bearer("rmp_pat_x"), "x-internal-service-key": "rmp_svc_x" },
    },
    { name: "an operator", scheme: "bearer", headers: bearer(await anOperator()) },
    { name: "an owner", scheme: "bearer", headers: bearer(await aMember(own)) },
    { name: "a viewer", headers: bearer(await aMember(own, "viewer")) },
    { name: "an agent", scheme: "agentCertificate", headers: {}, cf },
    {
      name: "a tenant's own system",
      scheme: "apiKey",
      headers: { "x-tenant-id": own, "x-api-key": await anApiKey(own) },
    },
    { name: "a service", scheme: "serviceKey", headers: { "x-internal-service-key": serviceKey } },
  ];
}
