import { eq, getTableName, sql } from "drizzle-orm";
import { listAudit } from "../access/list-audit.ts";
import { among, eraseRows, tryEach, type Eraser, type ErasureSite } from "../platform/index.ts";
import { DEREGISTERED } from "./agent-store.ts";
import { stubOf } from "./call-agent.ts";
import { forgetCodes } from "./codes/code-store.ts";
import { operatorsWriter } from "./codes/grant.ts";
import { revokeAtIssuer } from "./revoke-at-issuer.ts";
import {
  agentCertificates,
  agentKeys,
  agents,
  bulkAgents,
  bulkOrders,
  enrollmentCodes,
  fleetSettings,
  policies,
  policyAssignments,
  policyRevisions,
} from "./tables.ts";

/** How many objects are called at a time; each agent or code has its own. */
const OBJECTS_AT_ONCE = 20;

/**
 * Erases agents and their objects, found by the rows of a table. By their keys agents are found that
 * enrolled but are missing in `agents`.
 */
const living = (table: typeof agents | typeof agentKeys): Eraser => ({
  name: getTableName(table),
  kind: "agents",
  erase: async (site) => {
    const { db, tenantId } = site;
    const rows = await db
      .selectDistinct({ agentId: table.agentId })
      .from(table)
      .where(eq(table.tenantId, tenantId))
      .limit(OBJECTS_AT_ONCE);
    const ids = rows.map(({ agentId }) => agentId);
    const { done, failed } = await tryEach(ids, async (id) => eraseObject(site, id));
    // The rows go last: an agent whose object failed is tried again, without holding up others.
    await db.batch([
      db.delete(agentKeys).where(among(agentKeys.agentId, done)),
      db.delete(agents).where(among(agents.agentId, done)),
    ]);
    if (failed !== undefined) throw failed.reason;
    return { gone: ids.length, next: ids.length < OBJECTS_AT_ONCE ? undefined : "" };
  },
});

/**
 * Erases the objects of ended agents, which keep tombstones while a certificate could still be
 * presented. The audit log names them.
 */
const ended: Eraser = {
  name: "ended_agents",
  kind: "agents",
  erase: async (site, from) => {
    const { db, tenantId } = site;
    const filter = { reach: "all", tenantId, action: DEREGISTERED } as const;
    const page = { page: 1, limit: OBJECTS_AT_ONCE, offset: 0 };
    const after = from === "" ? undefined : { seq: Number(from), total: 0 };
    const { items, next } = await listAudit(db, filter, page, after);
    let gone = 0;
    const { failed } = await tryEach(items, async ({ target }) => {
      if (await eraseObject(site, target ?? "")) gone += 1;
    });
    if (failed !== undefined) throw failed.reason;
    return { gone, next: next?.toString() };
  },
};

/**
 * Erases an agent's object, and says if it held anything. If the issuer cannot be reached, that does
 * not stop the erasure.
 */
async function eraseObject({ env, platform, tenantId }: ErasureSite, agentId: string) {
  const references = await stubOf(env, { tenantId, agentId }).erase();
  if (references !== null) await revokeAtIssuer(env, platform, references);
  return references !== null;
}

const codes: Eraser = {
  name: "enrollment_codes",
  kind: "enrollment_codes",
  erase: async ({ env: { ENROLLMENT_CODE: objects }, db, tenantId }) => {
    const { id, tenantId: owner } = enrollmentCodes;
    const found = db.select({ id }).from(enrollmentCodes).where(eq(owner, tenantId));
    const ids = (await found.limit(OBJECTS_AT_ONCE)).map((row) => row.id);
    const names = [...ids, operatorsWriter(tenantId)];
    const { done, failed } = await tryEach(names, async (name) =>
      objects.get(objects.idFromName(name)).erase(),
    );
    await forgetCodes(db, done);
    if (failed !== undefined) throw failed.reason;
    return { gone: ids.length, next: ids.length < OBJECTS_AT_ONCE ? undefined : "" };
  },
};

/** Revisions come before policies, because they are found by them. */
export const fleetErasers: readonly Eraser[] = [
  codes,
  eraseRows("agents", bulkAgents, bulkAgents.tenantId),
  eraseRows("agents", bulkOrders, bulkOrders.tenantId),
  living(agents),
  ended,
  living(agentKeys),
  eraseRows("agents", agentCertificates, agentCertificates.tenantId),
  eraseRows("policies", policyAssignments, policyAssignments.tenantId),
  eraseRows(
    "policies",
    policyRevisions,
    (id) => sql`${policyRevisions.policyId} in (
      select ${policies.id} from ${policies} where ${policies.tenantId} = ${id})`,
  ),
  eraseRows("policies", policies, policies.tenantId),
  eraseRows("policies", fleetSettings, fleetSettings.tenantId),
];
