import { describe, expect, it } from "vitest";
import { call } from "../../support/call.ts";
import { aCaller, aFeed, aName, entry } from "../../support/intel.ts";
import { anOperator } from "../../support/people.ts";

const leftIn = (answer: Response) =>
  Number(/r=(\d+)/.exec(answer.headers.get("ratelimit") ?? "")?.[1]);

describe("a list that the caller already has", () => {
  it.each(["ip.txt", "domain.txt", "url.txt", "rpz.zone"])(
    "304 for %s when the quota is used up, because it takes none; 429 for one that has changed",
    async (list) => {
      await aFeed({}, [aName()]);
      const caller = await aCaller();
      const path = `/api/v1/exports/${list}`;
      const as = await anOperator();
      const body = { monthlyQuota: 1 };
      const changed = await call("PATCH", `/admin/tenants/${caller.tenantId}`, { as, body });
      expect(changed.status).toBe(200);
      const first = await caller.get(path);
      expect(first.status).toBe(200);
      const known = { "if-none-match": first.headers.get("etag") ?? "" };
      const same = await caller.get(path, known);
      expect([same.status, leftIn(same)]).toEqual([304, 0]);
      expect((await caller.get(path)).status).toBe(429);
      await entry(caller, "deny", aName());
      expect((await caller.get(path, known)).status).toBe(429);
    },
  );

  it("shows in its 304 what is left, with nothing taken for it", async () => {
    const caller = await aCaller();
    const path = "/api/v1/exports/ip.txt";
    const first = await caller.get(path);
    const known = { "if-none-match": first.headers.get("etag") ?? "" };
    expect(leftIn(await caller.get(path, known))).toBe(leftIn(first));
  });
});
