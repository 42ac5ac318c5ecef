import { describe, expect, it } from "vitest";
import { cutterOf } from "../../../src/intel/exports/cut-row.ts";
import { makeLists } from "../../../src/intel/tenant-lists/make-lists.ts";

/** What is left of a row for a tenant that allows these. */
function left(value: string, ...allowed: string[]): string[] {
  const row = { tenantId: "t", action: "allow", type: "ip", note: "", createdBy: "" } as const;
  const times = { createdAt: 0, updatedAt: 0, expiresAt: null };
  const lists = makeLists(allowed.map((text) => ({ ...row, ...times, id: text, value: text })));
  return cutterOf(lists)(value);
}

describe("a row of an export", () => {
  it.each([
    ["192.0.2.0/30", "192.0.2.0", ["192.0.2.1", "192.0.2.2/31"]],
    ["192.0.2.0/30", "192.0.2.3", ["192.0.2.0/31", "192.0.2.2"]],
    ["192.0.2.0/30", "192.0.2.4", ["192.0.2.0/30"]],
    ["192.0.2.0/30", "192.0.1.255", ["192.0.2.0/30"]],
    ["192.0.2.0/30", "192.0.1.0-192.0.2.0", ["192.0.2.1", "192.0.2.2/31"]],
    ["192.0.2.0/30", "192.0.2.3-192.0.3.0", ["192.0.2.0/31", "192.0.2.2"]],
    ["192.0.2.0/30", "192.0.2.0-192.0.2.3", []],
    ["2001:db8::/126", "2001:db8::3", ["2001:db8::/127", "2001:db8::2"]],
  ])("%s lacks exactly what is allowed by %s", (value, allowed, rest) => {
    expect(left(value, allowed)).toEqual(rest);
  });
});
