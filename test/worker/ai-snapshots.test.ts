import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { call } from "../support/call.ts";
import { aServiceKey, aTenant } from "../support/people.ts";

const TOOL = "GetTenantStatus";
const MONDAY = "2026-01-05T00:00:00.000Z";
const TUESDAY = "2026-01-06T00:00:00.000Z";

/** A collector of one tenant, with access to its stored snapshot and audit lines. */
async function aCollector() {
  const tenantId = await aTenant();
  const headers = { "x-internal-service-key": await aServiceKey(["ai:snapshot"], [tenantId]) };
  const push = async (collectedAt: string, secureScore: number) => {
    return send(collectedAt, { secureScore, maxScore: 100, incidents: 0 });
  };
  const send = async (collectedAt: string, data: object) => {
    const body = { tenantId, collectedAt, data };
    return (await call("PUT", `/ai/tools/${TOOL}/snapshot`, { headers, body })).status;
  };
  const rowsOf = async (query: string) => {
    const { results } = await env.DB.prepare(query).bind(tenantId).all();
    return results;
  };
  const stored = async () => {
    const [row] = await rowsOf(
      "SELECT collected_at AS at, data ->> 'secureScore' AS score, received_at AS receivedAt FROM ai_snapshots WHERE tenant_id = ?",
    );
    return row;
  };
  const lines = async () =>
    (await rowsOf("SELECT at FROM audit_log WHERE tenant_id = ? AND action = 'ai.snapshot.put'"))
      .length;
  return { push, send, stored, lines };
}

describe("PUT /ai/tools/{tool}/snapshot", () => {
  it("204 for an older snapshot that comes late; the newer snapshot is kept", async () => {
    const { push, stored, lines } = await aCollector();
    expect([await push(TUESDAY, 70), await push(MONDAY, 60)]).toEqual([204, 204]);
    expect(await stored()).toMatchObject({ at: Date.parse(TUESDAY), score: 70 });
    expect(await lines()).toBe(1);
  });

  it("204 for a repeated snapshot; nothing is written", async () => {
    const { push, stored, lines } = await aCollector();
    await push(TUESDAY, 70);
    const before = await stored();
    expect(await push(TUESDAY, 70)).toBe(204);
    expect(await stored()).toEqual(before);
    expect(await lines()).toBe(1);
  });

  it("204 for a newer snapshot, and for a correction of the same time; the last one is stored", async () => {
    const { push, stored, lines } = await aCollector();
    await push(MONDAY, 60);
    expect([await push(TUESDAY, 70), await push(TUESDAY, 75)]).toEqual([204, 204]);
    expect(await stored()).toMatchObject({ at: Date.parse(TUESDAY), score: 75 });
    expect(await lines()).toBe(3);
  });

  it.each([
    { secureScore: 500, maxScore: 100 },
    { secureScore: 1e308, maxScore: 1e308 },
    { secureScore: 1, maxScore: 5e-324 },
  ])("400 for a secureScore that is not a share of maxScore: %o", async (data) => {
    const { send, stored } = await aCollector();
    expect(await send(MONDAY, data)).toBe(400);
    expect(await stored()).toBeUndefined();
  });
});
