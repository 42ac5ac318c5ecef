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

/** As the version before left it amid its first round, in which nothing was found so far. */
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

describe("an erasure that another version began", () => {
  it.each(OF_THE_ASSISTANT)(
    "goes through what that one had behind %s, before it ends",
    async (step) => {
      const tenantId = await aTenantWithAnEntry();
      await leaveAt(tenantId, step, 0);
      await eraseWhole(tenantId);
      expect(await entriesOf(tenantId)).toBe(0);
    },
  );
});

describe("an erasure that found something", () => {
  it("goes through all once more before it ends, for what came late behind it", async () => {
    const tenantId = await aTenantWithAnEntry();
    await leaveAt(tenantId, ERASERS.at(-1)?.name ?? "", 1);
    await eraseWhole(tenantId);
    expect(await entriesOf(tenantId)).toBe(0);
  });
});

describe("an erasure that this version begins", () => {
  it("is never over with its first round, which another version may go on with in its own order", async () => {
    const tenantId = await aTenant();
    await closeTenant(tenantId);
    await askErasure(tenantId);
    const row = env.DB.prepare("select found from tenant_erasures where tenant_id = ?");
    expect(await row.bind(tenantId).first("found")).toBeGreaterThan(0);
    await eraseWhole(tenantId);
  });
});
