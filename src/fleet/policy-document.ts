import type { Context } from "hono";
import { listDictionaries, listVersions, showDictionary } from "../dictionaries/store.ts";
import { database, type Database, type Rampart } from "../platform/index.ts";
import { entityTag } from "./entity-tag.ts";
import { forgetFleetRules } from "./fleet-rules.ts";
import { DEFAULT_POLICY_ID } from "./policies/pick-policy.ts";
import { findPolicy } from "./policies/policy-store.ts";
import { showSelf } from "./show-self.ts";

/** For agents, and not switched off. */
const FOR_AGENTS = { enabled: true, appliesTo: "agents" } as const;
/** Goes up when the same policy and dictionaries are written in another form. */
const FORM = 1;

/**
 * The policy that the calling agent was last told, with the dictionaries for agents. The tag is made of
 * versions, because a whole fleet asks every few minutes whether anything is new, and dictionaries may
 * take 4 MiB. They are read after their versions, so a tag never stands for more than it says.
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
  const { id } = policy;
  const { revision = policy.revision, createdAt, document = {} } = found?.revision ?? {};
  const versions = await listVersions(db, [tenantId], FOR_AGENTS);
  return {
    tag: entityTag(JSON.stringify([FORM, id, revision, createdAt, versions])),
    read: async () => {
      const rows = await listDictionaries(db, [tenantId], FOR_AGENTS);
      return { id, revision, document, dictionaries: rows.map(showDictionary) };
    },
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
