import { describe, expect, it } from "vitest";
import { textsOf } from "../../../src/intel/tenant-lists/batch-store.ts";
import { compareEntries } from "../../../src/intel/tenant-lists/compare-entries.ts";
import { entryBatch } from "../../../src/intel/tenant-lists/schemas.ts";

/** D1 takes no longer text as one parameter. */
const MOST_BYTES_OF_D1 = 2_000_000;
const MAKER = { tenantId: "t", createdBy: "person:1", now: Date.UTC(2026, 10, 28) };

function rowsOf(count: number, entry: (at: number) => object) {
  const entries = Array.from({ length: count }, (_, at) => entry(at));
  const compared = compareEntries([], entryBatch.parse({ action: "deny", entries }), MAKER);
  expect([compared.put.length, compared.isFull]).toEqual([count, false]);
  return compared.put;
}

describe("the rows of a batch", () => {
  it.each([
    [
      // A character of an address becomes nine, one of a note six.
      "at their longest",
      rowsOf(110, (at) => ({
        value: `http://a.test/${at}/${"語".repeat(2_000)}`,
        note: `a${"\u0001".repeat(498)}b`,
      })),
    ],
    [
      "as many as a tenant may have",
      rowsOf(10_000, (at) => ({ value: `${at}.test`, note: "語".repeat(300) })),
    ],
    ["of none", []],
  ])("%s are written as texts that D1 takes, and all of them", (_case, rows) => {
    const texts = textsOf(rows);
    expect(Math.max(0, ...texts.map((text) => Buffer.byteLength(text)))).toBeLessThan(
      MOST_BYTES_OF_D1,
    );
    expect(texts.flatMap((text) => JSON.parse(text) as unknown[])).toEqual(rows);
  });
});
