import type { Context } from "hono";
import { listDictionaries, showDictionary } from "../dictionaries/store.ts";
import { database, type Database, type Rampart } from "../platform/index.ts";
import { forgetFleetRules } from "./fleet-rules.ts";
import { DEFAULT_POLICY_ID } from "./policies/pick-policy.ts";
import { findPolicy } from "./policies/policy-store.ts";
import { showSelf } from "./show-self.ts";

/**
 * The document of the policy that the calling agent was last told, with the dictionaries for agents.
 */
export async function policyDocument(c: Context<Rampart>) {
  const db = database(c.env);
  let { policy, tenant_id: tenantId } = await showSelf(c);
  let found = await findRevision(db, tenantId, policy);
  if (found === undefined && policy.id !== DEFAULT_POLICY_ID) {
    // The policy was deleted after this isolate had read the rules.
    forgetFleetRules(tenantId);
    ({ policy } = await showSelf(c));
    found = await findRevision(db, tenantId, policy);
  }
  const rows = await listDictionaries(db, [tenantId], { enabled: true, appliesTo: "agents" });
  return {
    id: policy.id,
    revision: found?.revision.revision ?? policy.revision,
    document: found?.revision.document ?? {},
    dictionaries: rows.map(showDictionary),
  };
}

/**
 * The named revision, or the newest: if the agent was away for many revisions, the named one may be
 * gone.
 */
async function findRevision(
  db: Database,
  tenantId: string,
  { id, revision }: { id: string; revision: number },
) {
  return (await findPolicy(db, [tenantId], id, revision)) ?? (await findPolicy(db, [tenantId], id));
}
