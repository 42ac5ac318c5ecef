import { describe, expect, it } from "vitest";
import { aTenant } from "../support/people.ts";
import { aVisitor } from "../support/visitor.ts";

const textOf = async (answer: Promise<Response>) => (await answer).text();
const listOf = (page: string) => /<datalist id="tenant-offered">(.*?)<\/datalist>/.exec(page)?.[1];

describe("a field for a tenant", () => {
  it.each(["/portal/fleet/collectors", "/portal/dead-letters", "/portal/audit"])(
    "offers an operator the tenants on %s, by id and with their names",
    async (path) => {
      const made = [await aTenant(), await aTenant(), await aTenant()];
      const operator = await aVisitor("owner");
      const page = await textOf(operator.get(path));
      const options = listOf(page) ?? "";
      expect(page).toContain('list="tenant-offered"');
      const offered = [...options.matchAll(/<option value="([a-z0-9-]+)">[^<]+<\/option>/g)];
      expect(offered.length).toBeGreaterThanOrEqual(made.length);
      expect(offered.length).toBeLessThanOrEqual(200);
    },
  );

  it("offers them again beside a fault", async () => {
    await aTenant();
    const operator = await aVisitor("owner");
    const unknown = await textOf(operator.get("/portal/audit?tenant=no-such-one"));
    expect(unknown).toContain('<strong id="tenant-fault" class="fault">');
    expect(listOf(unknown)).toContain("<option");
  });

  it("offers no other tenant beside a chosen one, whose log alone notes the look", async () => {
    const tenantId = await aTenant();
    const operator = await aVisitor("owner");
    const page = await textOf(operator.get(`/portal/audit?tenant=${tenantId}`));
    expect(page).toContain(`value="${tenantId}"`);
    expect(listOf(page)).toBeUndefined();
  });

  it("offers nobody of a tenant any other tenant", async () => {
    const tenantId = await aTenant();
    const ana = await aVisitor("owner", [tenantId]);
    for (const path of ["collectors", "audit", "dictionaries/new"]) {
      expect(await textOf(ana.get(`/portal/t/${tenantId}/${path}`))).not.toContain("<datalist");
    }
  });
});
