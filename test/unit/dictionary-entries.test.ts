import { describe, expect, it } from "vitest";
import { bytesOf, normaliseEntries } from "../../src/dictionaries/normalise-entries.ts";
import { MAX_ENTRIES_BYTES, MAX_PATTERNS, newDictionary } from "../../src/dictionaries/schemas.ts";
import { isRefusal } from "../../src/http/index.ts";

const entry = (value: string) => ({ value, weight: 1 });

/** Different terms that take exactly this many bytes when they are stored. */
function ofBytes(bytes: number) {
  const entries = Array.from({ length: 600 }, (_, at) => entry(`ñ${at}`.padEnd(400, "x")));
  const last = entry("");
  const missing = bytes - bytesOf([...entries, last]);
  const full = Array.from({ length: Math.floor(missing / 600) }, (_, at) =>
    entry(`b${at}`.padEnd(500, "y")),
  );
  const left = bytes - bytesOf([...entries, ...full, last]);
  return [...entries, ...full, entry("z".repeat(left))];
}

describe("the entries of a dictionary", () => {
  it("may take exactly the largest number of bytes, and not one more", () => {
    const [fits, over] = [ofBytes(MAX_ENTRIES_BYTES), ofBytes(MAX_ENTRIES_BYTES + 1)];
    expect([bytesOf(fits), bytesOf(over)]).toEqual([MAX_ENTRIES_BYTES, MAX_ENTRIES_BYTES + 1]);
    expect(normaliseEntries("terms", fits)).toEqual(fits);
    expect(normaliseEntries("terms", over)).toMatchObject({
      status: 400,
      details: [{ path: "entries" }],
    });
  });

  it("may be 500 patterns and not one more, while 501 terms are accepted", () => {
    const patterns = Array.from({ length: MAX_PATTERNS + 1 }, (_, at) => entry(`lot{2}ery ${at}`));
    expect(normaliseEntries("regex", patterns.slice(1))).toHaveLength(MAX_PATTERNS);
    expect(normaliseEntries("regex", patterns)).toMatchObject({ details: [{ path: "entries" }] });
    expect(isRefusal(normaliseEntries("terms", patterns))).toBe(false);
  });

  it("are refused with the first twenty of their thirty faults", () => {
    const wrong = Array.from({ length: 30 }, () => entry("?"));
    const refused = normaliseEntries("domains", wrong);
    expect(refused).toMatchObject({ message: '"entries.0.value" is no domain name.' });
    expect(isRefusal(refused) && refused.details).toHaveLength(20);
  });

  it.each([
    [`${"a.".repeat(125)}com`, 0],
    [`${"a.".repeat(125)}coma`, 1],
    ["192.0.2.11", 1],
    ["user@example.com", 1],
  ])(
    "may be domain names up to the greatest length, not IP or mail addresses: %s",
    (value, wrong) => {
      const read = normaliseEntries("domains", [entry(value)]);
      expect(isRefusal(read) ? read.details : []).toHaveLength(wrong);
    },
  );

  it("can be sent back as they are returned: the limit holds for a term as it is stored", () => {
    const notes = (count: number) => entry("\u{1d160}".repeat(count));
    expect(normaliseEntries("terms", [notes(170), notes(171)])).toMatchObject({
      status: 400,
      details: [{ path: "entries.1.value" }],
    });
    const entries = normaliseEntries("terms", [notes(170)]);
    expect(newDictionary.safeParse({ name: "n", kind: "terms", entries }).success).toBe(true);
  });
});
