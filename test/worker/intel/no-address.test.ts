import { afterEach, describe, expect, it } from "vitest";
import type { ShownSource } from "../../../src/intel/source-schemas.ts";
import { call } from "../../support/call.ts";
import { forgetSources } from "../../support/forget-sources.ts";
import { aSource } from "../../support/intel.ts";
import { anOperator } from "../../support/people.ts";

afterEach(forgetSources);

async function shown(id: string): Promise<ShownSource | undefined> {
  const answer = await call("GET", "/admin/intel/sources", { as: await anOperator() });
  const { items } = await answer.json<{ items: ShownSource[] }>();
  return items.find((item) => item.id === id);
}

describe("a source without an address", () => {
  const refusal = {
    error: "invalid_request",
    details: [{ path: "refresh", message: "must be false without an address" }],
  };

  it("400 for one that shall be fetched: POST makes none, PATCH changes nothing", async () => {
    const as = await anOperator();
    const id = await aSource();
    const path = `/admin/intel/sources/${id}`;
    const other = `test-${crypto.randomUUID().slice(0, 12)}`;
    const about = { title: "A", kind: "ip", format: "ip-list", category: "scanner" };
    const body = { ...about, id: other, reliability: 0.5, refresh: true };
    for (const answer of [
      await call("POST", "/admin/intel/sources", { as, body }),
      await call("PATCH", path, { as, body: { refresh: true, reliability: 0.1 } }),
      await call("PATCH", "/admin/intel/sources/feodo", {
        as,
        body: { refresh: true, address: null },
      }),
    ]) {
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject(refusal);
    }
    expect(await shown(id)).toMatchObject({ refresh: false, reliability: 0.9 });
    expect(await shown(other)).toBeUndefined();
    expect((await shown("feodo"))?.address).not.toBeNull();
  });

  it("200 with an address in the same call, and whatever else is changed without one", async () => {
    const as = await anOperator();
    const path = `/admin/intel/sources/${await aSource()}`;
    for (const body of [
      { refresh: true, address: "https://feeds.rampart.dev/one" },
      { address: null },
      { refresh: false },
      { reliability: 0.4 },
    ]) {
      expect((await call("PATCH", path, { as, body })).status).toBe(200);
    }
  });

  it("404 for one that is not there, whatever shall be changed", async () => {
    const as = await anOperator();
    const answer = await call("PATCH", "/admin/intel/sources/none", {
      as,
      body: { refresh: true },
    });
    expect(answer.status).toBe(404);
  });
});
