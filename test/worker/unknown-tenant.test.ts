import { describe, expect, it } from "vitest";
import { call } from "../support/call.ts";
import { anOperator } from "../support/people.ts";

const NOBODY = "nobody-is-called-so";

describe("an operator who names a tenant that is not there", () => {
  it.each(["api-keys", "usage", "usage.csv", "webhooks", "inspections", "intel/entries"])(
    "gets 404 for its %s, and no empty list",
    async (what) => {
      const answer = await call("GET", `/admin/tenants/${NOBODY}/${what}`, {
        as: await anOperator(),
      });
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ message: "There is no such tenant." });
    },
  );

  it("gets 404 for a verdict as that tenant would see it", async () => {
    const path = `/admin/intel/explain?value=a.example&tenantId=${NOBODY}`;
    expect((await call("GET", path, { as: await anOperator() })).status).toBe(404);
  });
});
