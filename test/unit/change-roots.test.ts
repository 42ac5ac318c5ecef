import { describe, expect, it } from "vitest";
import { addRoot, dropRoot, useRoot } from "../../scripts/keys/change-roots.ts";
import type { RootProgress } from "../../src/encryption/root-schemas.ts";

type Root = RootProgress["roots"][number];

const SECRET = { current: 2, roots: { 1: "one", 2: "two", 3: "three" } };

/** The instance's report on these roots; what is not given is that of an idle root. */
function progressOf(...roots: (Pick<Root, "rootId"> & Partial<Root>)[]): RootProgress {
  const idle = { current: false, present: true, tenants: 0, failed: 0, removable: false };
  const times = { firstSeenAt: null, goneAt: null };
  const all = roots.map((root) => ({ ...idle, ...times, ...root }));
  return { current: 2, tenants: 0, moved: 0, stale: 0, roots: all };
}

describe("a new root", () => {
  it("has a number above all in the file and all that the instance ever had", () => {
    expect(addRoot(SECRET, progressOf({ rootId: 2 })).number).toBe(4);
    expect(addRoot(SECRET, progressOf({ rootId: 7, present: false })).number).toBe(8);
  });

  it("has 256 bits of its own, is added to the others and is not in use", () => {
    const [one, other] = [addRoot(SECRET, progressOf()), addRoot(SECRET, progressOf())];
    const rootsOf = (made: typeof one): Record<string, string> => made.secret.roots;
    const { 4: made, ...before } = rootsOf(one);
    expect(Buffer.from(made ?? "", "base64url")).toHaveLength(32);
    expect(made).not.toBe(rootsOf(other)[4]);
    expect({ ...one.secret, roots: before }).toEqual(SECRET);
  });
});

describe("the root in use", () => {
  it("can be changed to a root of the file that the instance has, and nothing else changes", () => {
    const used = useRoot(SECRET, 3, progressOf({ rootId: 3 }));
    expect(used).toEqual({ ...SECRET, current: 3 });
    expect(() => useRoot(SECRET, 4, progressOf({ rootId: 4 }))).toThrow("has no root 4");
    expect(() => useRoot(SECRET, 3, progressOf({ rootId: 3, present: false }))).toThrow("deploy");
    expect(() => useRoot(SECRET, 3, progressOf({ rootId: 1 }))).toThrow("deploy");
  });
});

describe("a root to be dropped", () => {
  it("must be in the file, not in use and no longer needed; the other roots stay", () => {
    const spare = (rootId: number) => progressOf({ rootId, removable: true });
    expect(dropRoot(SECRET, 1, spare(1))).toEqual({ current: 2, roots: { 2: "two", 3: "three" } });
    expect(dropRoot(SECRET, 3, spare(3)).roots).toEqual({ 1: "one", 2: "two" });
    expect(() => dropRoot(SECRET, 4, spare(4))).toThrow("has no root 4");
    expect(() => dropRoot(SECRET, 2, spare(2))).toThrow(
      "current root: use-root makes another one current",
    );
    expect(() => dropRoot(SECRET, 1, progressOf({ rootId: 1 }))).toThrow("still needed");
    expect(() => dropRoot(SECRET, 1, spare(3))).toThrow("does not know it");
  });
});

describe("an old copy of the secret", () => {
  it("is refused by every command: its deployment would remove a root that keys still need", () => {
    const inUse = { rootId: 4, current: true, tenants: 7 };
    const spare = { rootId: 3, removable: true };
    const said = "lacks root 4";
    expect(() => addRoot(SECRET, progressOf(inUse))).toThrow(said);
    expect(() => useRoot(SECRET, 3, progressOf(inUse, spare))).toThrow(said);
    expect(() => dropRoot(SECRET, 3, progressOf(inUse, spare))).toThrow(said);
    const dropped = { rootId: 4, removable: true };
    expect(addRoot(SECRET, progressOf(dropped, spare)).number).toBe(5);
  });
});
