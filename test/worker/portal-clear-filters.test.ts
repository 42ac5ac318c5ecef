import { expect, it } from "vitest";
import { aTenant } from "../support/people.ts";
import { aVisitor } from "../support/visitor.ts";

const CLEAR = /<a class="button" href="([^"]+)">Clear the filter</;

it("offers to clear a filter by one press, whether rows fit it or none does", async () => {
  const [operator, tenantId] = [await aVisitor("owner"), await aTenant()];
  const own = `/portal/t/${tenantId}`;
  const filtered = {
    [`/portal/tenants?q=${tenantId}`]: "/portal/tenants",
    "/portal/tenants?q=nobody-has-this-id&page=3": "/portal/tenants",
    "/portal/sources?q=&status=live": "/portal/sources",
    "/portal/dead-letters?reason=malformed": "/portal/dead-letters",
    "/portal/audit?action=changes": "/portal/audit",
    [`${own}/inspections?from=2026-01-01T00:00`]: `${own}/inspections`,
    [`${own}/documents?status=indexed`]: `${own}/documents`,
    [`${own}/actions?state=expired`]: `${own}/actions`,
    [`${own}/dictionaries?q=x`]: `${own}/dictionaries`,
    [`${own}/collectors?version=1.0.0`]: `${own}/collectors`,
    "/portal/fleet/collectors?status=silent&page=2": "/portal/fleet/collectors",
    [`${own}/lists?label=edge`]: `${own}/lists`,
    [`${own}/lists?action=allow&value=a.example&type=ip`]: `${own}/lists`,
  };
  for (const [path, bare] of Object.entries(filtered)) {
    const [, href] = CLEAR.exec(await (await operator.get(path)).text()) ?? [];
    expect([path, href]).toEqual([path, bare]);
  }
});

it("offers nothing to clear where nothing is filtered", async () => {
  const operator = await aVisitor("owner");
  for (const query of ["", "?q=&status=", "?page=2", "?status=none-such"]) {
    expect(await (await operator.get(`/portal/tenants${query}`)).text()).not.toMatch(CLEAR);
  }
});
