import { expect, it } from "vitest";
import type { TenantId } from "../../src/access/index.ts";
import { saveProposals } from "../../src/ai/actions/store.ts";
import { insertEvaluation } from "../../src/ai/prompts/evaluation-store.ts";
import { plansOf } from "../support/plans-of.ts";
import { aTenant } from "../support/people.ts";

/** Steps that go through all of a table that only grows. */
const scans = (plans: string[][], table: string) =>
  plans
    .flat()
    .filter(
      (detail) => detail.includes(`SCAN ${table}`) || detail.includes("TEMP B-TREE FOR ORDER BY"),
    );

it("undecided actions of one person are found among all of a tenant's by an index", async () => {
  const tenantId = await aTenant();
  const action = {
    id: crypto.randomUUID(),
    title: "Block",
    description: "Block it",
    category: "block" as const,
    source: "agent" as const,
    payload: {},
    requiresApproval: true as const,
  };
  const origin = {
    tenantId: tenantId as TenantId,
    userId: "person:p",
    personId: null,
    traceId: "t",
    now: Date.now(),
  };
  const plans = await plansOf(async (db) =>
    saveProposals(db, [{ tool: "GetTenantStatus", action }], origin),
  );
  expect(plans.flat().join()).toContain("ai_actions_undecided");
  expect(scans(plans, "ai_actions")).toEqual([]);
});

it("evaluations of one tenant are found among all tenants' by an index", async () => {
  const tenantId = await aTenant();
  const row = {
    id: crypto.randomUUID(),
    tenantId,
    scope: tenantId,
    owner: tenantId,
    name: "rag",
    version: 1,
    sha256: "0",
    suite: "built-in",
    cases: [],
    results: [],
    passed: true,
    createdBy: "person:p",
    createdAt: Date.now(),
  };
  const plans = await plansOf(async (db) => insertEvaluation(db, { subject: "person:p" }, row));
  expect(plans.flat().join()).toContain("prompt_evaluations_tenant");
  expect(scans(plans, "prompt_evaluations")).toEqual([]);
});
