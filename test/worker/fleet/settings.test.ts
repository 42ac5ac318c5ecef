import { describe, expect, it } from "vitest";
import { call } from "../../support/call.ts";
import { aMember, anOperator, aTenant } from "../../support/people.ts";

describe("/admin/fleet/settings/{tenantId}", () => {
  it.each([
    ["GET", undefined],
    ["PATCH", { certificateDays: 7 }],
  ])("%s 404 for a tenant that does not exist, and for another tenant", async (method, body) => {
    const [operator, stranger] = [await anOperator(), await aMember(await aTenant())];
    const paths = [
      [operator, "/admin/fleet/settings/there-is-none"],
      [stranger, `/admin/fleet/settings/${await aTenant()}`],
    ] as const;
    for (const [as, path] of paths) {
      const answer = await call(method, path, { as, body });
      expect([path, answer.status]).toEqual([path, 404]);
    }
  });
});
