import { describe, expect, it } from "vitest";
import { tenantExport } from "../../../src/intel/exports/tenant-export.ts";
import { renderDomains, renderUrls } from "../../../src/intel/exports/render.ts";
import { DENIED } from "../../../src/intel/lookup/explained.ts";
import { makeLists } from "../../../src/intel/tenant-lists/make-lists.ts";
import type { TenantLists } from "../../../src/intel/tenant-lists/match-lists.ts";

const listOf = (addresses: readonly string[]) =>
  addresses.map((address) => `${address}\tm\t90\tbotnet\n`).join("");

/** Blocks of one network, every other of which is allowed. */
const BLOCKS = Array.from({ length: 60 }, (_, at) => ({
  id: `e${at}`,
  action: at % 2 === 0 ? ("allow" as const) : ("deny" as const),
  type: "ip" as const,
  value: `8.8.${at}.0-8.8.${at}.127`,
  expiresAt: null,
}));

/** The lists, counting how often all their blocks are walked through. */
function counted(lists: TenantLists): { lists: TenantLists; walks: () => number } {
  let walks = 0;
  const ranges = [...lists.ranges];
  const walk = ranges[Symbol.iterator].bind(ranges);
  Object.defineProperty(ranges, Symbol.iterator, {
    value: () => {
      walks += 1;
      return walk();
    },
  });
  return { lists: { ...lists, ranges }, walks: () => walks };
}

describe("a tenant's entries in an export of addresses", () => {
  it("are searched about once for each stretch between their ends, however long the export is", () => {
    const { lists, walks } = counted(makeLists(BLOCKS as never));
    const far = Array.from({ length: 2_000 }, (_, at) => `9.9.${at >> 8}.${at & 255}`);
    const near = Array.from({ length: 60 * 128 }, (_, at) => `8.8.${at >> 7}.${at & 127}`);
    const rows = tenantExport(listOf([...far, ...near]), "ip", lists, false);
    const ends = 2 * BLOCKS.length + 1;
    expect(rows).toHaveLength(far.length + near.length / 2 + BLOCKS.length / 2);
    expect(walks()).toBeLessThanOrEqual(ends + 10);
  });

  it("leave of a listed block the part that is not allowed", () => {
    const lists = makeLists(BLOCKS.slice(0, 1) as never);
    const values = (address: string) =>
      tenantExport(listOf([address]), "ip", lists, false).map(({ value }) => value);
    expect(values("8.8.0.0/24")).toEqual(["8.8.0.128/25"]);
    expect(values("8.8.0.5")).toEqual([]);
    expect(values("8.8.0.200")).toEqual(["8.8.0.200"]);
    expect(values("8.7.255.254/31")).toEqual(["8.7.255.254/31"]);
  });
});

describe("the parts left of nested blocks", () => {
  it("appear once in the export", () => {
    const allowed = { id: "e", action: "allow", type: "ip", value: "8.8.0.0", expiresAt: null };
    const text = listOf(["8.8.0.0/30", "8.8.0.0/31", "8.8.0.1"]);
    const rows = tenantExport(text, "ip", makeLists([allowed] as never), false);
    expect(rows.map(({ value }) => value)).toEqual(["8.8.0.1", "8.8.0.2/31"]);
  });
});

describe("IPv6 ranges that each make hundreds of blocks", () => {
  const ranges = Array.from({ length: 8 }, (_, at) => `2a00:${at}::1-2a00:${at}:ffff::fffe`);
  const own = (action: "allow" | "deny", values = ranges) =>
    makeLists(values.map((value) => ({ id: value, action, type: "ip", value })) as never);

  it.each([
    ["that are denied", "", "deny"],
    ["that are allowed of a listed block", listOf(["2a00::/16"]), "allow"],
  ] as const)("%s add rows up to a bound only, which is reported once", (_name, text, action) => {
    let told = 0;
    const bound = { most: 300, full: () => void (told += 1) };
    expect(tenantExport(text, "ip", own(action), false, bound).length).toBeLessThanOrEqual(301);
    expect(told).toBe(1);
  });

  it("appear whole if there is room", () => {
    const bound = { most: 300, full: () => expect.unreachable() };
    expect(tenantExport("", "ip", own("deny", ranges.slice(0, 1)), false, bound)).toHaveLength(126);
  });
});

describe("what a tenant denies", () => {
  const END = Date.UTC(2027, 0, 1);
  const denied = (type: string, ...values: string[]) =>
    makeLists(
      values.map((value) => ({ id: value, action: "deny", type, value, expiresAt: END })) as never,
    );

  it("is once in the export if a source lists it too, without an end, as the source knows none", () => {
    const rows = tenantExport(listOf(["8.8.0.1"]), "ip", denied("ip", "8.8.0.1"), false);
    expect(rows).toEqual([
      { value: "8.8.0.1", disposition: "malicious", threatLevel: 100, category: DENIED },
    ]);
  });

  it("comes first, because many firewalls leave out what is behind their most lines", () => {
    const text = listOf(["1.1.1.1", "8.8.0.1", "9.9.9.9"]);
    const rows = tenantExport(text, "ip", denied("ip", "8.8.0.1", "8.8.0.2"), false);
    const first = ["8.8.0.1", "8.8.0.2"];
    expect(rows.map(({ value }) => value)).toEqual([...first, "1.1.1.1", "9.9.9.9"]);
    expect(rows.map(({ until }) => until)).toEqual([undefined, END, undefined, undefined]);
  });

  it("takes no room of what sources list", () => {
    const bound = { most: 1, full: () => {} };
    const lists = denied("ip", "8.8.0.1", "8.8.0.2", "8.8.0.3");
    const rows = tenantExport(listOf(["1.1.1.1", "9.9.9.9"]), "ip", lists, false, bound);
    expect(rows.map(({ value }) => value)).toEqual(["8.8.0.1", "1.1.1.1", "9.9.9.9"]);
  });

  it("is in its lists also where no line of a feed would be, if a feed has that line too", () => {
    const names = ["github.io", "duckdns.org"];
    const domains = tenantExport(listOf(names), "domain", denied("domain", "github.io"), false);
    expect(renderDomains(domains)).toBe("github.io\n");
    const pages = ["a.test/b*c", "a.test/*"];
    const urls = tenantExport(listOf(pages), "url", denied("url", "a.test/b*c"), false);
    expect(renderUrls(urls)).toBe("a.test/b*c\n");
  });
});

describe("a tenant's entries in an export of URLs", () => {
  it("add a denied page at an IPv6 address in full", () => {
    const value = "[2001:db8:1::5]/a";
    const denied = { id: "e", action: "deny", type: "url", value, expiresAt: null } as const;
    const lists = makeLists([denied] as never);
    expect(tenantExport("", "url", lists, false).map((row) => row.value)).toEqual([value]);
  });
});
