import type { Context } from "hono";
import { listDictionaries, showDictionary } from "../dictionaries/store.ts";
import { database, type Rampart } from "../platform/index.ts";
import { findPolicy } from "./policies/policy-store.ts";
import { showSelf } from "./show-self.ts";

/** The document behind the id and revision of the last check-in, with what it needs to run. */
export async function policyDocument(c: Context<Rampart>) {
  const { policy, tenant_id: tenantId } = await showSelf(c);
  const db = database(c.env);
  // Of an agent that was away for many revisions, the one that it heard of may be gone.
  const found =
    (await findPolicy(db, [tenantId], policy.id, policy.revision)) ??
    (await findPolicy(db, [tenantId], policy.id));
  const rows = await listDictionaries(db, [tenantId], { enabled: true, appliesTo: "agents" });
  return {
    id: policy.id,
    revision: found?.revision.revision ?? policy.revision,
    document: found?.revision.document ?? {},
    dictionaries: rows.map(showDictionary),
  };
}
