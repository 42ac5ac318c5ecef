import { expect, it } from "vitest";
import { MAX_ROWS } from "../../../src/intel/indexes/reference.ts";
import { columnsOf } from "../../../src/intel/segments/table-builder.ts";
import { NO_WEIGHT } from "../../../src/intel/segments/table.ts";
import { writeSegment } from "../../../src/intel/segments/write-segment.ts";
import { aSource, put } from "../../support/intel.ts";

/** A segment with one block more than a look-up can tell apart. */
function ofTooMany(source: string): Uint8Array<ArrayBuffer> {
  const rows = MAX_ROWS + 1;
  const firsts = Uint32Array.from({ length: rows }, (_, row) => row * 4);
  const lasts = firsts.map((first) => first + 1);
  const columns = columnsOf((name) => ({
    constant: name === "weight" ? NO_WEIGHT : 0,
    values: undefined,
  }));
  const table = { kind: "ip4range", rows, words: [firsts, lasts], columns } as const;
  const about = { source, createdAt: Date.now(), rows, retained: 0, traits: [{}] };
  return writeSegment({ ...about, tables: [table] }).bytes;
}

it("422 for a segment with more blocks than a look-up can tell apart", async () => {
  const source = await aSource();
  const answer = await put(`/admin/intel/sources/${source}/segment`, ofTooMany(source));
  expect(answer.status).toBe(422);
  expect(await answer.json()).toMatchObject({ error: "no_room" });
});
