import { describe, expect, it } from "vitest";
import { call } from "../../support/call.ts";
import { anOperator } from "../../support/people.ts";

describe("GET /admin/intel/explain without a type", () => {
  it.each([
    ["198[.]18[.]5[.]7", "ip"],
    ["[2001:db8::7]", "ip"],
    ["AS64500", "asn"],
    ["as64500.test", "domain"],
    ["hxxp://evil[.]test/a", "url"],
    ["someone[@]evil.test", "email"],
  ])("200 for %s, read as a value of type %s", async (value, type) => {
    const path = `/admin/intel/explain?${new URLSearchParams({ value }).toString()}`;
    const answer = await call("GET", path, { as: await anOperator() });
    expect([answer.status, await answer.json()]).toMatchObject([200, { verdict: { type } }]);
  });
});
