import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { recordAudit } from "../../../src/access/audit.ts";
import { intelErasers } from "../../../src/intel/erase-tenant.ts";
import type { TenantLists } from "../../../src/intel/tenant-lists/match-lists.ts";
import { renewLists } from "../../../src/intel/tenant-lists/renew-lists.ts";
import { database } from "../../../src/platform/index.ts";
import { call } from "../../support/call.ts";
import { aMember, aTenant } from "../../support/people.ts";
import { plansOf } from "../../support/plans-of.ts";
import { rowsRead } from "../../support/rows-read.ts";

const KNOWN = 1_000;
const FEW = 10;
const HOUR_MS = 3_600_000;

/** A tenant with entries of its own, and an isolate that has read them. */
async function anIsolate() {
  const tenantId = await aTenant();
  const as = await aMember(tenantId);
  const path = `/admin/tenants/${tenantId}/intel/entries`;
  const fill = env.DB.prepare(
    `INSERT INTO intel_entries (id, tenant_id, action, type, value, note, created_by, created_at,
       updated_at, expires_at)
     SELECT ?1 || value, ?1, 'deny', 'domain', value || '.full.test', '', 'test', 1, 1, NULL
     FROM json_each(?2)`,
  );
  const numbers = Array.from({ length: KNOWN }, (_, at) => at);
  await fill.bind(tenantId, JSON.stringify(numbers)).run();
  let held: TenantLists | undefined;
  const renew = async (now = Date.now()) => {
    const read = await rowsRead(async (db) => {
      held = await renewLists(db, tenantId, now, held);
    });
    return { read, size: held?.exact.size ?? 0 };
  };
  const put = async (action: string, value: string, more: object = {}) => {
    const made = await call("POST", path, { as, body: { action, value, ...more } });
    expect([200, 201]).toContain(made.status);
    return (await made.json<{ id: string }>()).id;
  };
  const actionOf = (value: string) => held?.exact.get(`domain:${value}`)?.action;
  expect(await renew()).toMatchObject({ size: KNOWN });
  return { tenantId, as, path, renew, put, actionOf };
}

describe("a tenant's lists renewed by an isolate", () => {
  it("cost a few rows if nothing changed", async () => {
    const { renew } = await anIsolate();
    for (let turn = 0; turn < 2; turn += 1) {
      const { read, size } = await renew();
      expect([size, read < FEW]).toEqual([KNOWN, true]);
    }
  });

  it("have each added, changed and deleted entry, and cost a few rows afterwards", async () => {
    const { renew, put, actionOf, path, as } = await anIsolate();
    const id = await put("deny", "one.test");
    expect([(await renew()).size, actionOf("one.test")]).toEqual([KNOWN + 1, "deny"]);
    await put("allow", "one.test");
    expect([(await renew()).size, actionOf("one.test")]).toEqual([KNOWN + 1, "allow"]);
    expect((await call("DELETE", `${path}/${id}`, { as })).status).toBe(204);
    expect([(await renew()).size, actionOf("one.test")]).toEqual([KNOWN, undefined]);
    expect((await renew()).read).toBeLessThan(FEW);
  });

  it("read other lines of the audit log once and no entries for them", async () => {
    const { tenantId, renew } = await anIsolate();
    const lines = env.DB.prepare(
      `INSERT INTO audit_log (at, actor, action, tenant_id) SELECT 1, 'x', 'webhook.changed', ?
       FROM json_each(?)`,
    );
    await lines.bind(tenantId, JSON.stringify(Array(100).fill(1))).run();
    const { read } = await renew();
    expect(read).toBeGreaterThan(99);
    expect(read).toBeLessThan(250);
    expect((await renew()).read).toBeLessThan(FEW);
  });

  it("lack an entry that expired since, at the cost of a few rows", async () => {
    const { renew, put, actionOf } = await anIsolate();
    const end = Date.now() + 60_000;
    await put("deny", "ends.test", { expiresAt: new Date(end).toISOString() });
    await renew(end - 1);
    expect(actionOf("ends.test")).toBe("deny");
    const { read, size } = await renew(end);
    expect([size, actionOf("ends.test"), read < FEW]).toEqual([KNOWN, undefined, true]);
  });

  it("are empty once the tenant is erased, which the audit log records", async () => {
    const { tenantId, renew } = await anIsolate();
    const db = database(env);
    for (const { erase } of intelErasers) await erase({ env, db, tenantId } as never, "");
    await recordAudit(db, { at: 1, actor: "system:erasure", action: "tenant.erased", tenantId });
    expect((await renew()).size).toBe(0);
  });

  it("are read whole once an hour, which finds changes missing in the audit log", async () => {
    const { tenantId, renew } = await anIsolate();
    const start = Date.now();
    await env.DB.prepare("DELETE FROM intel_entries WHERE id = ?").bind(`${tenantId}0`).run();
    expect((await renew(start)).size).toBe(KNOWN);
    expect((await renew(start + HOUR_MS)).size).toBe(KNOWN - 1);
  });

  it("are read whole if the last audit line that was read is gone", async () => {
    const { tenantId, path, as } = await anIsolate();
    await call("POST", path, { as, body: { action: "deny", value: "one.test" } });
    const now = Date.now();
    const lists = await renewLists(database(env), tenantId, now, undefined);
    const held = { ...lists, exact: new Map(), read: { at: now, line: Number.MAX_SAFE_INTEGER } };
    expect((await renewLists(database(env), tenantId, now, held)).exact.size).toBe(KNOWN + 1);
  });

  it("are found unchanged by an index of the audit log", async () => {
    const held = { exact: new Map(), ranges: [], version: "", until: 1, read: { at: 1, line: 1 } };
    const [plan] = await plansOf(async (db) => renewLists(db, "t", 1, held));
    expect(plan?.join()).toContain("USING INDEX audit_log_tenant (tenant_id=? AND seq>?)");
  });
});
