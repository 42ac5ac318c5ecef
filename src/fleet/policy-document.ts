import type { Context } from "hono";
import { listDictionaries, showDictionary } from "../dictionaries/store.ts";
import { database, type Database, type Rampart } from "../platform/index.ts";
import { forgetFleetRules } from "./fleet-rules.ts";
import { DEFAULT_POLICY_ID } from "./policies/pick-policy.ts";
import { findPolicy } from "./policies/policy-store.ts";
import { showSelf } from "./show-self.ts";

/** The document behind the id and revision of the last check-in, with what it needs to run. */
export async function policyDocument(c: Context<Rampart>) {
  const db = database(c.env);
  let { policy, tenant_id: tenantId } = await showSelf(c);
  let found = await findRevision(db, tenantId, policy);
  if (found === undefined && policy.id !== DEFAULT_POLICY_ID) {
    // Deleted since this isolate read the rules.
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

/** Of an agent that was away for many revisions, the one that it heard of may be gone. */
async function findRevision(
  db: Database,
  tenantId: string,
  { id, revision }: { id: string; revision: number },
) {
  return (await findPolicy(db, [tenantId], id, revision)) ?? (await findPolicy(db, [tenantId], id));
}
