import { describe, expect, it } from "vitest";
import { cutterOf } from "../../../src/intel/exports/cut-row.ts";
import { makeLists } from "../../../src/intel/tenant-lists/make-lists.ts";

type Word = readonly [action: "allow" | "deny", value: string];

/** Cuts rows by a tenant's entries. */
function cutter(...words: Word[]): (value: string) => string[] {
  const row = { tenantId: "t", type: "ip", note: "", label: "", createdBy: "" } as const;
  const times = { createdAt: 0, updatedAt: 0, expiresAt: null };
  const cut = cutterOf(
    makeLists(words.map(([action, value]) => ({ ...row, ...times, id: value, action, value }))),
  );
  return (value) => [...cut(value)];
}

/** What is left of a row for a tenant that allows these. */
function left(value: string, ...allowed: string[]): string[] {
  return cutter(...allowed.map((text) => ["allow", text] as const))(value);
}

describe("an export row cut by a tenant's lists", () => {
  it.each([
    ["192.0.2.0/30", "192.0.2.0", ["192.0.2.1", "192.0.2.2/31"]],
    ["192.0.2.0/30", "192.0.2.3", ["192.0.2.0/31", "192.0.2.2"]],
    ["192.0.2.0/30", "192.0.2.4", ["192.0.2.0/30"]],
    ["192.0.2.0/30", "192.0.1.255", ["192.0.2.0/30"]],
    ["192.0.2.0/30", "192.0.1.0-192.0.2.0", ["192.0.2.1", "192.0.2.2/31"]],
    ["192.0.2.0/30", "192.0.2.3-192.0.3.0", ["192.0.2.0/31", "192.0.2.2"]],
    ["192.0.2.0/30", "192.0.2.0-192.0.2.3", []],
    ["2001:db8::/126", "2001:db8::3", ["2001:db8::/127", "2001:db8::2"]],
  ])("%s loses exactly the addresses allowed by %s", (value, allowed, rest) => {
    expect(left(value, allowed)).toEqual(rest);
  });

  it("is not split by a denied entry within, and begins right after an allowed first address", () => {
    const cut = cutter(["allow", "192.0.2.8"], ["deny", "192.0.2.1"], ["deny", "192.0.2.16/29"]);
    expect(cut("192.0.2.0/29")).toEqual(["192.0.2.0/29"]);
    expect(cut("192.0.2.8/29").at(0)).toBe("192.0.2.9");
    expect(cut("192.0.2.16/28")).toEqual(["192.0.2.16/28"]);
  });

  it("is not cut by an entry of the other IP family", () => {
    const cut = cutter(["allow", "192.0.2.0"], ["deny", "2001:db8::3"]);
    expect(cut("192.0.2.0")).toEqual([]);
    expect(cut("2001:db8::3")).toEqual(["2001:db8::3"]);
  });
});
