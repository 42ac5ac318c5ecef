import { expect, it } from "vitest";
import { showErasure } from "../../src/tenants/erasure/show-erasure.ts";

it("an erasure is waiting for a minute, in which every isolate forgets its tenant, then running", () => {
  const asked = { tenantId: "t", askedBy: "a", askedAt: 0, step: "", place: "", found: 1 };
  const row = { ...asked, counts: {}, turn: 0, endedAt: null, failure: null, failedAt: null };
  expect(showErasure(row, 59_999).state).toBe("waiting");
  expect(showErasure(row, 60_000).state).toBe("running");
});
