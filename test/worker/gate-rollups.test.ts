import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { database } from "../../src/platform/index.ts";
import type { GateStore, UsageRow } from "../../src/tenants/gate/gate-store.ts";
import { sendRollups } from "../../src/tenants/gate/send-rollups.ts";
import { usageHours } from "../../src/tenants/tables.ts";

/** What the object had counted when somebody began to carry it. */
function countedSoFar(calls: number): GateStore {
  const row: UsageRow = {
    hour: "2026-11-23T01",
    price_id: "plan:EUR:1",
    module: "urlsearch",
    key_id: "key",
    calls,
    units: 2 * calls,
  };
  const store: Pick<GateStore, "outbox" | "unsentUsage" | "markSent"> = {
    outbox: () => [],
    unsentUsage: () => [row],
    markSent: () => {},
  };
  return store as GateStore;
}

it("an hour that arrives behind a newer count of itself takes nothing back", async () => {
  const db = database(env);
  const tenantId = `rollup-${crypto.randomUUID()}`;
  for (const calls of [5, 9, 7]) await sendRollups(env, countedSoFar(calls), tenantId);
  const rows = await db.select().from(usageHours).where(eq(usageHours.tenantId, tenantId));
  expect(rows).toMatchObject([{ calls: 9, units: 18 }]);
});
