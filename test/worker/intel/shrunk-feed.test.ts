import { expect, it } from "vitest";
import { deafDatabase } from "../../support/dying-database.ts";
import { aName, anotherIsolate, aSource } from "../../support/intel.ts";
import { anOperator } from "../../support/people.ts";

it("422 for a feed less than half as long as the live one, even if D1 failed to record the live one", async () => {
  const source = await aSource();
  const headers = { authorization: `Bearer ${await anOperator()}` };
  const deaf = { DB: deafDatabase({ done: false }) };
  const load = async (names: number, bindings: Partial<Cloudflare.Env> = {}) => {
    const body = Array.from({ length: names }, aName).join("\n");
    const path = `/admin/intel/sources/${source}/feed`;
    const { request } = anotherIsolate({}, {}, bindings);
    return (await request(path, { method: "PUT", headers, body })).status;
  };
  expect([await load(8), await load(4, deaf), await load(2), await load(9, deaf)]).toEqual([
    200, 500, 200, 500,
  ]);
  expect(await load(4)).toBe(422);
});
