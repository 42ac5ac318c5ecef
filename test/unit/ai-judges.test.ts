import { describe, expect, it } from "vitest";
import { judgeLicenses } from "../../src/ai/tools/judge-licenses.ts";
import { judgeMfa } from "../../src/ai/tools/judge-mfa.ts";
import { judgeTenant, type TenantParts } from "../../src/ai/tools/judge-tenant.ts";

function licensesOf(enabled: number, consumed: number, daysUntilRenew = 365) {
  const sku = { skuId: "1", skuPartNumber: "E3", enabled, consumed, warning: 0, suspended: 0 };
  const renewals = [{ sku: "E3", daysUntilRenew, isTrial: false, status: "Enabled" }];
  return judgeLicenses({ skus: [sku], renewals }, "en").result;
}

describe("the status of licenses", () => {
  it.each([
    ["more licenses in use than bought", 100, 101, 365, "error"],
    ["less than 5 % of the licenses free", 100, 96, 365, "warning"],
    ["5 % of the licenses free", 100, 95, 365, "ok"],
    ["20 % of the licenses unused", 100, 80, 365, "ok"],
    ["more than 20 % of the licenses unused", 100, 79, 365, "warning"],
    ["a renewal in 30 days", 100, 90, 30, "warning"],
    ["a renewal in 31 days", 100, 90, 31, "ok"],
    ["no licenses at all", 0, 0, 365, "ok"],
  ])("with %s", (_case, enabled, consumed, days, status) => {
    expect(licensesOf(enabled, consumed, days).status).toBe(status);
  });
});

describe("the status of MFA", () => {
  it.each([
    [7_999, [], "error", 79.9],
    [8_000, [], "warning", 80],
    [9_499, [], "warning", 94.9],
    [9_500, [], "ok", 95],
    [9_999, [], "ok", 99.9],
    [10_000, ["root"], "error", 100],
  ])(
    "with %i of 10,000 people enforced and admins without MFA %j is %s, its percentage rounded down",
    (...row) => {
      const [enforced, adminsWithoutMfa, status, coverage] = row;
      const counts = { users: 10_000, registered: 10_000, capable: 10_000, enforced };
      const { result } = judgeMfa({ ...counts, adminsWithoutMfa }, "en");
      expect(result).toMatchObject({ status, data: { coverage } });
      expect(result.evidence).toContain(`(${coverage} %)`);
    },
  );
});

describe("the status of a tenant", () => {
  const states = { online: 0, missing: 0, offline: 0, stale: 0, error: 0, degraded: 0, revoked: 0 };
  const certificates = { valid: 0, expiring: 0, expired: 0, nextExpiresAt: null };
  const agents = { total: 0, states, certificates } as unknown as TenantParts["agents"];

  function judge(used: number, secureScore: number) {
    const tenant = { status: "active" as const, plan: "team" };
    const security = { secureScore, maxScore: 1_000, incidents: 0, collectedAt: "", fresh: true };
    const quota = { used, limit: 1_000 };
    return judgeTenant({ tenant, quota, agents, key: "none", security }, "en");
  }

  it.each([
    [799, 700, "ok", "(79 %)", "secure score 70 %", undefined],
    [800, 700, "warning", "(80 %)", "secure score 70 %", "medium"],
    [999, 700, "warning", "(99 %)", "secure score 70 %", "medium"],
    [1_000, 700, "error", "(100 %)", "secure score 70 %", "high"],
    [0, 699, "warning", "(0 %)", "secure score 69 %", undefined],
    [0, 400, "warning", "(0 %)", "secure score 40 %", undefined],
    [0, 399, "error", "(0 %)", "secure score 39 %", undefined],
  ])(
    "with %i of 1,000 of its quota and a secure score of %i of 1,000 is %s",
    (used, score, ...wanted) => {
      const { result, advice } = judge(used, score);
      const [status, quota, secure, priority] = wanted;
      expect(result.status).toBe(status);
      expect(result.evidence).toContain(quota);
      expect(result.evidence).toContain(secure);
      expect(advice[0]?.priority).toBe(priority);
    },
  );
});
