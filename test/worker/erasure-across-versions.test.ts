import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { ERASERS } from "../../src/erase-tenants.ts";
import { askErasure, closeTenant, eraseWhole, LATER_MS } from "../support/erasure.ts";
import { anOperator, aTenant } from "../support/people.ts";
import { call } from "../support/call.ts";

/** The order of an earlier version: the assistant came before inspections and lists. */
const OF_THE_ASSISTANT = ["ai_settings", "uploads", "knowledge", "prompt_versions"];

/** A tenant with nothing but an entry of its lists, which comes late in either order. */
async function aTenantWithAnEntry(): Promise<string> {
  const tenantId = await aTenant();
  const as = await anOperator();
  const body = { action: "deny", value: "foe.example" };
  const put = await call("POST", `/admin/tenants/${tenantId}/intel/entries`, { as, body });
  expect(put.status).toBe(201);
  await closeTenant(tenantId);
  return tenantId;
}

/** Writes an erasure as the version before left it in its first round, with so much found so far. */
async function leaveAt(tenantId: string, step: string, found: number): Promise<void> {
  await env.DB.prepare(
    `insert into tenant_erasures (tenant_id, asked_by, asked_at, step, place, found, counts, turn)
     values (?, 'test:root', ?, ?, '', ?, '{}', 1)`,
  )
    .bind(tenantId, Date.now() - LATER_MS, step, found)
    .run();
}

async function entriesOf(tenantId: string): Promise<unknown> {
  return env.DB.prepare("select count(*) from intel_entries where tenant_id = ?")
    .bind(tenantId)
    .first("count(*)");
}

describe("an erasure started by an earlier version of the product", () => {
  it.each(OF_THE_ASSISTANT)(
    "also erases what the earlier version would have erased after %s",
    async (step) => {
      const tenantId = await aTenantWithAnEntry();
      await leaveAt(tenantId, step, 0);
      await eraseWhole(tenantId);
      expect(await entriesOf(tenantId)).toBe(0);
    },
  );
});

describe("an erasure whose round found something", () => {
  it("goes through all steps once more before it ends, for rows that were written late", async () => {
    const tenantId = await aTenantWithAnEntry();
    await leaveAt(tenantId, ERASERS.at(-1)?.name ?? "", 1);
    await eraseWhole(tenantId);
    expect(await entriesOf(tenantId)).toBe(0);
  });
});

describe("an erasure started by this version", () => {
  it("counts its first round as one that found something, so that it always takes a second round", async () => {
    const tenantId = await aTenant();
    await closeTenant(tenantId);
    await askErasure(tenantId);
    const row = env.DB.prepare("select found from tenant_erasures where tenant_id = ?");
    expect(await row.bind(tenantId).first("found")).toBeGreaterThan(0);
    await eraseWhole(tenantId);
  });
});
