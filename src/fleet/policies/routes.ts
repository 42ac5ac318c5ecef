import { type Context, Hono } from "hono";
import { personOf } from "../../access/person-of.ts";
import { created, json, noContent, settle } from "../../http/index.ts";
import { operation, pageOf, pageRequest, valid } from "../../http/contract/index.ts";
import { database, timeOf, type Rampart } from "../../platform/index.ts";
import { claimKnownTenant } from "../../tenants/claim-known-tenant.ts";
import { assign } from "./assign-policy.ts";
import { createPolicy } from "./create-policy.ts";
import { findPolicy, listPolicies, type WrittenPolicy } from "./policy-store.ts";
import { noSuchPolicy } from "./refusals.ts";
import { removePolicy } from "./remove-policy.ts";
import { revisePolicy } from "./revise-policy.ts";
import * as schemas from "./schemas.ts";

const { MAX_POLICY_BYTES: maxBytes } = schemas;

export const policyRoutes = new Hono<Rampart>();

policyRoutes.post(
  "/admin/policies",
  operation({ operationId: "createPolicy" }),
  valid("json", schemas.newPolicy, { maxBytes }),
  async (c) => {
    const policy = show(settle(await createPolicy(c.req.valid("json"), meansOf(c))));
    return created(c, policy, `/admin/policies/${policy.id}`);
  },
);

policyRoutes.get(
  "/admin/policies",
  operation({ operationId: "listPolicies" }),
  valid("query", schemas.policyList),
  async (c) => {
    const { tenantId, ...asked } = c.req.valid("query");
    const by = personOf(c);
    if (tenantId !== undefined) settle(await claimKnownTenant(database(c.env), by, tenantId));
    const page = pageRequest(asked);
    const { items, total } = await listPolicies(database(c.env), by.reach, tenantId, page);
    return json(c, pageOf(page, items.map(show), total));
  },
);

policyRoutes.put(
  "/admin/policies/assignments",
  operation({ operationId: "assignPolicy" }),
  valid("json", schemas.assignment),
  async (c) => {
    settle(await assign(c.req.valid("json"), meansOf(c)));
    return noContent(c);
  },
);

policyRoutes.get(
  "/admin/policies/:id",
  operation({ operationId: "getPolicy" }),
  valid("param", schemas.policyParam),
  async (c) => {
    const { id } = c.req.valid("param");
    const found = await findPolicy(database(c.env), personOf(c).reach, id);
    const policy = settle(found ?? noSuchPolicy());
    c.get("call").about.tenantId = policy.policy.tenantId;
    return json(c, show(policy));
  },
);

policyRoutes.delete(
  "/admin/policies/:id",
  operation({ operationId: "deletePolicy" }),
  valid("param", schemas.policyParam),
  async (c) => {
    settle(await removePolicy(c.req.valid("param").id, meansOf(c)));
    return noContent(c);
  },
);

policyRoutes.post(
  "/admin/policies/:id/revisions",
  operation({ operationId: "revisePolicy" }),
  valid("param", schemas.policyParam),
  valid("json", schemas.newRevision, { maxBytes }),
  async (c) => {
    const { id } = c.req.valid("param");
    return json(c, show(settle(await revisePolicy(id, c.req.valid("json"), meansOf(c)))), 201);
  },
);

function meansOf(c: Context<Rampart>) {
  return { db: database(c.env), by: personOf(c), now: c.get("platform").now() };
}

function show({ policy, revision }: WrittenPolicy) {
  return {
    id: policy.id,
    tenantId: policy.tenantId,
    name: policy.name,
    revision: revision.revision,
    document: revision.document,
    checkinIntervalSeconds: revision.intervalS,
    createdAt: timeOf(policy.createdAt),
    revisedAt: timeOf(revision.createdAt),
    revisedBy: revision.createdBy,
  };
}
