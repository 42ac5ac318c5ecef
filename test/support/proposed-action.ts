import { call } from "./call.ts";
import { aMember, aServiceKey, aTenant } from "./people.ts";

const counts = { users: 50, registered: 45, capable: 44, enforced: 30 };
const mfa = { ...counts, adminsWithoutMfa: ["ana@a.example"] };
const licenses = { skus: [{ skuId: "2", skuPartNumber: "E5", enabled: 10, consumed: 12 }] };

/** A tenant with snapshots, and the action that its asker is offered first. */
export async function propose(query = "Check MFA compliance", as?: string, tenantId?: string) {
  const tenant = tenantId ?? (await aTenant());
  const asker = as ?? (await aMember(tenant));
  const snapshots = { CheckMFACompliance: mfa, LicenseSummary: licenses };
  for (const [tool, data] of Object.entries(snapshots)) {
    const headers = { "x-internal-service-key": await aServiceKey(["ai:snapshot"], [tenant]) };
    const body = { tenantId: tenant, collectedAt: new Date().toISOString(), data };
    await call("PUT", `/ai/tools/${tool}/snapshot`, { headers, body });
  }
  const said = await call("POST", "/ai/chat", { as: asker, body: { tenantId: tenant, query } });
  const { proposed_actions } = await said.json<{ proposed_actions: { id: string }[] }>();
  return { tenantId: tenant, as: asker, id: proposed_actions[0]?.id ?? "" };
}

export function decide(
  { tenantId, as, id }: { tenantId: string; as: string; id: string },
  what: "approve" | "reject",
  key?: string,
) {
  const headers = key === undefined ? {} : { "idempotency-key": key };
  return call("POST", `/ai/actions/${id}/${what}`, { as, headers, body: { tenantId } });
}

export async function anExecutor(tenantId: string) {
  const headers = { "x-internal-service-key": await aServiceKey(["ai:act"], [tenantId]) };
  const post = (path: string, body: object = {}) =>
    call("POST", path, { headers, body: { tenantId, ...body } });
  return {
    begin: (id: string) => post(`/ai/actions/${id}/begin`),
    end: (id: string, state: string, outcome?: string) =>
      post(`/ai/actions/${id}/result`, { state, ...(outcome === undefined ? {} : { outcome }) }),
  };
}
