import { expect, it } from "vitest";
import { call } from "../../support/call.ts";
import { aCaller, aName, aSource, put } from "../../support/intel.ts";
import { aSegment } from "../../support/intel-segment.ts";
import { anOperator } from "../../support/people.ts";

/** A source with more rows is held as a filter and read in blocks. */
const RESIDENT_ROWS = 3;

it("a changed reliability counts at once for a source that is held as a filter", async () => {
  const id = await aSource();
  const names = Array.from({ length: RESIDENT_ROWS + 1 }, aName);
  const [name = ""] = names;
  await put(`/admin/intel/sources/${id}/segment`, aSegment(id, names, RESIDENT_ROWS).bytes);
  const caller = await aCaller();
  expect(await caller.ask("dnssearch", name)).toMatchObject({ disposition: "malicious" });
  const as = await anOperator();
  await call("PATCH", `/admin/intel/sources/${id}`, { as, body: { reliability: 0.4 } });
  expect(await caller.ask("dnssearch", name)).toMatchObject({ disposition: "suspicious" });
});
