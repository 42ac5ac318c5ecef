import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isRefusal } from "../../../src/http/index.ts";
import { writeList } from "../../../src/intel/exports/export-list.ts";
import { renderZone } from "../../../src/intel/exports/render-zone.ts";
import { tenantExport } from "../../../src/intel/exports/tenant-export.ts";
import { parseDomain } from "../../../src/intel/indicators/domain.ts";
import { readIndicator } from "../../../src/intel/indicators/read-indicator.ts";
import { makeLists } from "../../../src/intel/tenant-lists/make-lists.ts";
import { matchLists, type TenantLists } from "../../../src/intel/tenant-lists/match-lists.ts";
import { actionOn } from "../../support/read-zone.ts";

const NOW = Date.UTC(2026, 0, 10);
const bad = "malicious";
const row = { disposition: bad, threatLevel: 90, category: "phishing", below: bad } as const;
const noneLeftOut = (count: number) => expect(count).toBe(0);
const ORIGIN = "rpz.resolver.example";
const MAX_WIRE = 255;
const LABEL = /^(?:\*|[a-z\d_-]{1,63})$/;
const RULES_OF_OTHERS = new Set(["rpz-ip", "rpz-client-ip", "rpz-nsip", "rpz-nsdname"]);

/** Reads a zone as a strict resolver would; the action of each owner. */
function readZone(text: string): Map<string, string> {
  expect(text.endsWith("\n")).toBe(true);
  const [ttl, soa, ns, ...records] = text.slice(0, -1).split("\n");
  expect(ttl).toMatch(/^\$TTL [1-9]\d*$/);
  const numbers = /^@ IN SOA localhost\. root\.localhost\. (\d+) (\d+) (\d+) (\d+) (\d+)$/.exec(
    soa ?? "",
  );
  expect(numbers?.slice(1).every((number) => Number(number) < 2 ** 31)).toBe(true);
  expect(ns).toBe("@ IN NS localhost.");
  const actions = new Map<string, string>();
  const unread: string[] = [];
  for (const record of records) {
    const [owner = "", type, target = "", ...more] = record.split(" ");
    const labels = owner.split(".");
    const isRead =
      type === "CNAME" &&
      more.length === 0 &&
      [".", "rpz-passthru."].includes(target) &&
      labels.every((label) => LABEL.test(label)) &&
      !labels.slice(1).includes("*") &&
      !RULES_OF_OTHERS.has(labels.at(-1) ?? "") &&
      `${owner}.${ORIGIN}`.length + 2 <= MAX_WIRE &&
      // One name has one CNAME and nothing else.
      !actions.has(owner);
    if (!isRead) unread.push(record);
    actions.set(owner, target);
  }
  expect(unread).toEqual([]);
  return actions;
}

const label = fc.constantFrom("a", "b", "xn--9ca", "_dmarc", "-x-", "0", "rpz-ip", "z".repeat(63));
const name = fc
  .tuple(fc.array(label, { maxLength: 5 }), fc.constantFrom("test", "rpz-ip", "xn--p1ai"))
  .map(([labels, top]) => [...labels, "m", top].join("."))
  .filter((text) => !isRefusal(parseDomain(text, { underscore: true })));
const entry = fc.record({
  value: name,
  action: fc.constantFrom("allow" as const, "deny" as const),
});

function listsOf(entries: readonly { value: string; action: "allow" | "deny" }[]): TenantLists {
  const unique = new Map(entries.map((one) => [one.value, one]));
  const rows = [...unique.values()].map(({ value, action }) => ({
    id: value,
    action,
    type: "domain",
    value,
    expiresAt: null,
  }));
  return makeLists(rows as never);
}

describe("a response policy zone", () => {
  it("passes a strict reader and follows the tenant's entries, for any lists", () => {
    const names = fc.uniqueArray(name, { maxLength: 8 });
    fc.assert(
      fc.property(names, fc.array(entry, { maxLength: 6 }), names, (listed, entries, asked) => {
        const lists = listsOf(entries);
        const text = writeList(listed.map((value) => ({ value, ...row })));
        const actions = readZone(
          renderZone(tenantExport(text, "domain", lists, false), lists, NOW, noneLeftOut),
        );
        for (const one of [...asked, ...listed]) {
          if (one.length > 200 || one.endsWith(".rpz-ip")) continue;
          const indicator = readIndicator("domain", one, { underscore: true });
          if (isRefusal(indicator)) throw new Error(indicator.message);
          const said = matchLists(lists, indicator)?.action;
          if (said === "allow")
            expect([one, actionOn(one, actions)]).toEqual([one, "rpz-passthru."]);
          if (said === "deny") expect([one, actionOn(one, actions)]).toEqual([one, "."]);
          if (said === undefined && listed.includes(one)) expect(actionOn(one, actions)).toBe(".");
        }
      }),
      { numRuns: 300 },
    );
  });

  it("blocks names below a name that covers them, also between that name and a deeper one", () => {
    const rows = ["evil.test", "x.y.evil.test", "other.test"].map((value) => ({ value, ...row }));
    const lists = listsOf([{ value: "a.b.other.test", action: "allow" }]);
    const actions = readZone(renderZone(rows, lists, NOW, noneLeftOut));
    for (const name of ["evil.test", "y.evil.test", "z.y.evil.test", "q.x.y.evil.test"])
      expect([name, actionOn(name, actions)]).toEqual([name, "."]);
    for (const name of ["b.other.test", "c.b.other.test"])
      expect([name, actionOn(name, actions)]).toEqual([name, "."]);
    expect(actionOn("z.a.b.other.test", actions)).toBe("rpz-passthru.");
    expect(actionOn("test", actions)).toBe(undefined);
  });

  it("adds rules for names in between up to a bound, and gives the number left out", () => {
    const deep = Array.from({ length: 300 }, (_, at) => `${"a.".repeat(80)}${at}.evil.test`);
    const deepest = `n.${"b.".repeat(90)}evil.test`;
    const allowed = [...deep, deepest].map((value) => ({ value, action: "allow" as const }));
    const rows = ["evil.test", `w.${deepest}`].map((value) => ({ value, ...row }));
    const leftOut: number[] = [];
    const tell = (count: number) => leftOut.push(count);
    const zone = renderZone(rows, listsOf(allowed), NOW, tell).split("\n");
    expect(leftOut).toEqual([51]);
    expect(zone).toContain("0.evil.test CNAME .");
    expect(zone).toContain(`*.${deep[0]} CNAME rpz-passthru.`);
    // A name below one that is left out has no rule either: names in between would have none.
    expect(zone.filter((line) => line.includes(".b.evil.test"))).toEqual([]);
    expect(zone.length).toBeLessThan(42_000);
  });

  it("leaves out a name below one with the same rule", () => {
    const rows = ["x.y.evil.test", "evil.test"].map((value) => ({ value, ...row }));
    const actions = readZone(renderZone(rows, listsOf([]), NOW, noneLeftOut));
    expect([...actions.keys()]).toEqual(["evil.test", "*.evil.test"]);
  });
});
