import { describe, expect, it } from "vitest";
import { uuidv7 } from "../../src/platform/ids.ts";

const SHAPE = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const NOW = Date.UTC(2026, 10, 22);
const MANY = 10_000;

describe("uuidv7", () => {
  it("has the version, the variant and the time of RFC 9562, and is never made twice", () => {
    const made = Array.from({ length: MANY }, () => uuidv7(NOW));
    expect(made.filter((id) => !SHAPE.test(id))).toEqual([]);
    expect(new Set(made).size).toBe(MANY);
    const times = made.map((id) => Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16));
    expect(new Set(times)).toEqual(new Set([NOW]));
  });

  it("uses every allowed value in each random digit", () => {
    const made = Array.from({ length: MANY }, () => uuidv7(NOW).replaceAll("-", ""));
    const seen = (at: number) => new Set(made.map((id) => id[at])).size;
    const fixed = new Map([
      [12, 1],
      [16, 4],
    ]);
    for (let at = 12; at < 32; at += 1) expect(seen(at)).toBe(fixed.get(at) ?? 16);
  });

  it("sorts by the time it was made", () => {
    const made = [3, 1, 2].map((second) => uuidv7(NOW + second * 1000));
    expect(made.toSorted()).toEqual([made[1], made[2], made[0]]);
  });
});
