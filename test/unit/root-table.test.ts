import { describe, expect, it } from "vitest";
import { lineOf, tableOf } from "../../scripts/keys/show.ts";

const root = {
  rootId: 1,
  tenants: 0,
  failed: 0,
  firstSeenAt: "2026-11-23T06:55:19.457Z",
  goneAt: null,
  current: false,
  present: false,
  removable: false,
};

/** The last column of the table for one root. */
function stateOf(about: object, several = 0): string {
  const mixed = { ...root, rootId: 0, tenants: several };
  const roots = [...(several > 0 ? [mixed] : []), { ...root, ...about }];
  const progress = { current: 2, tenants: 2, moved: 2, stale: 0, roots };
  return tableOf(progress).at(-1)?.split("  ").at(-1) ?? "";
}

describe("the table of the roots", () => {
  it("says MISSING of a root that is gone while tenants are under it, and of no other", () => {
    const goneAt = "2026-11-23T07:03:40.000Z";
    expect(stateOf({ tenants: 1 })).toBe("MISSING from the secret");
    expect(stateOf({ tenants: 1, goneAt })).toBe(`MISSING from the secret since ${goneAt}`);
    expect(stateOf({}, 1)).toBe("MISSING from the secret");
    expect(stateOf({})).toBe("gone from the secret");
    expect(stateOf({ goneAt })).toBe(`gone from the secret since ${goneAt}`);
    expect(stateOf({ goneAt }, 1)).toBe(`gone from the secret since ${goneAt}`);
  });

  it("tells a root that is not in use yet from one that is not needed any more", () => {
    const idle = { present: true, removable: true };
    expect(stateOf(idle)).toBe("not needed any more");
    expect(stateOf({ ...idle, rootId: 3 })).toBe("not in use yet");
    expect(stateOf({ present: true, tenants: 1, rootId: 3 })).toBe("needed");
  });
});

describe("the line on the progress", () => {
  it("says 100 % if there are no tenants or all are moved, and not while one is left", () => {
    const said = (moved: number, tenants: number) =>
      lineOf({ current: 2, tenants, moved, stale: tenants - moved, roots: [] });
    expect(said(0, 0)).toContain("(100 %), 0 to go");
    expect(said(1_000, 1_000)).toContain("(100 %), 0 to go");
    expect(said(999, 1_000)).toContain("(99 %), 1 to go");
  });
});
