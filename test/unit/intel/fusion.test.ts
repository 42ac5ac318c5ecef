import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isRefusal } from "../../../src/http/index.ts";
import { CATEGORIES, SEVERITY, type Category } from "../../../src/intel/fusion/categories.ts";
import { daysSinceListed, decayAfter } from "../../../src/intel/fusion/decay.ts";
import { SPECIFICITY, type Evidence, type Scope } from "../../../src/intel/fusion/evidence.ts";
import { dispositionOf, fuse } from "../../../src/intel/fusion/fuse.ts";
import { weigh } from "../../../src/intel/fusion/weigh.ts";
import type { IndicatorType } from "../../../src/intel/indicators/indicator.ts";
import { readIndicator } from "../../../src/intel/indicators/read-indicator.ts";
import { allowsClean } from "../../../src/intel/lookup/allows-clean.ts";
import { NO_WEIGHT } from "../../../src/intel/segments/table.ts";
import { DECAYS, EFFECTS, type Effect } from "../../../src/intel/sources/source.ts";

const NOW = Date.parse("2026-06-01T00:00:00Z");
const DAY = 86_400_000;
const NOTHING_SPECIAL = { rented: [], isDocumentation: false };

interface About {
  id?: string;
  lineage?: string;
  effect?: Effect;
  category?: Category;
  reliability?: number;
  scope?: Scope;
  isAddress?: boolean;
  goneDays?: number;
  weight?: number;
  family?: string;
  first?: number;
  last?: number;
}

function evidence(about: About = {}): Evidence {
  const { id = "a", lineage = id, effect = "threat", category = "phishing" } = about;
  const { goneDays, weight, first = 0, last = 0 } = about;
  return {
    source: {
      id,
      title: id,
      kind: "mixed",
      format: "domain-list",
      effect,
      category,
      reliability: about.reliability ?? 0.9,
      lineage,
      decay: effect === "threat" ? DECAYS.phishing : undefined,
      licence: "",
      intervalSeconds: 3600,
    },
    scope: about.scope ?? "exact",
    row: {
      first,
      last,
      gone: goneDays === undefined ? 0 : (NOW - goneDays * DAY) / 1000,
      weight: weight ?? NO_WEIGHT,
      trait: 0,
    },
    trait: about.family === undefined ? {} : { family: about.family },
    confirmedAt: NOW,
    isAddress: about.isAddress ?? false,
    depth: 0,
  };
}

function verdict(all: readonly Evidence[], allows = false) {
  return fuse(weigh(all, NOTHING_SPECIAL, NOW), allows, NOW);
}

describe("the weight of one piece of evidence", () => {
  it.each<[string, About, number]>([
    ["exact", {}, 86],
    ["a folder of the page", { scope: "path" }, 81],
    ["the host of the page", { scope: "host" }, 77],
    ["a domain above the name", { scope: "parent" }, 51],
    ["another page of the host", { scope: "witness" }, 51],
    ["a line with its own weight", { weight: 50 }, 48],
    ["five days after it left the list", { goneDays: 5 }, 30],
    ["two weeks after it left the list", { goneDays: 14 }, 22],
    ["five months after it left the list", { goneDays: 150 }, 0],
    ["command and control", { category: "c2" }, 90],
    ["a Tor exit", { category: "tor", reliability: 0.95 }, 29],
  ])("gives its threat level: %s", (_case, about, threatLevel) => {
    expect(verdict([evidence(about)]).threatLevel).toBe(threatLevel);
  });

  it("decays from one to zero and never rises", () => {
    for (const decay of Object.values(DECAYS)) {
      expect(decayAfter(0, decay)).toBe(1);
      expect(decayAfter(decay.tauDays, decay)).toBe(0);
      let last = 1;
      for (let days = 0; days <= decay.tauDays; days += 0.5) {
        const now = decayAfter(days, decay);
        expect(now).toBeLessThanOrEqual(last);
        last = now;
      }
    }
  });

  it("loses confidence as it fades", () => {
    const { confidence } = verdict([evidence({ goneDays: 14 })]);
    expect(confidence).toBe(Math.round(90 * decayAfter(14, DECAYS.phishing)));
  });

  it("begins to fade only some time after its source fell silent", () => {
    const listing = { gone: 0, confirmedAt: NOW, intervalSeconds: 3600 };
    expect(daysSinceListed(listing, NOW + 7 * DAY)).toBe(0);
    expect(daysSinceListed(listing, NOW + 9 * DAY)).toBe(2);
    const monthly = { ...listing, intervalSeconds: 30 * 86_400 };
    expect(daysSinceListed(monthly, NOW + 90 * DAY)).toBe(0);
    expect(daysSinceListed(monthly, NOW + 91 * DAY)).toBe(1);
  });
});

describe("the details of a line", () => {
  it("take precedence over the source's weight, category and name, and add further categories", () => {
    const trait = {
      weight: 0.5,
      category: "c2",
      label: "Adobe",
      more: ["Email addresses", "Passwords (hashed)"],
    } as const;
    const { threatLevel, categories, sources } = verdict([
      { ...evidence({ weight: 80, reliability: 0.9 }), trait },
    ]);
    expect({ threatLevel, categories, sources }).toEqual({
      threatLevel: 50,
      categories: ["c2", "email-addresses", "passwords-hashed"],
      sources: ["Adobe"],
    });
  });
});

describe("several pieces of evidence", () => {
  it("of one lineage count once, as the strongest", () => {
    const one = evidence({ id: "a", lineage: "l", reliability: 0.5 });
    const other = evidence({ id: "b", lineage: "l", reliability: 0.7 });
    expect(verdict([one, other]).threatLevel).toBe(verdict([other]).threatLevel);
    expect(verdict([one, other]).sources).toEqual(["a", "b"]);
  });

  it("of different lineages strengthen one another", () => {
    const both = verdict([
      evidence({ id: "a", reliability: 0.5 }),
      evidence({ id: "b", reliability: 0.5 }),
    ]);
    expect(both).toMatchObject({ threatLevel: 71, confidence: 75, disposition: "malicious" });
  });

  it("of different categories: the worst decides", () => {
    const both = verdict([
      evidence({ id: "a", category: "spam", reliability: 0.9 }),
      evidence({ id: "b", category: "c2", reliability: 0.6 }),
    ]);
    expect(both).toMatchObject({ threatLevel: 60, categories: ["c2", "spam"] });
  });

  it("of category c2 with a weight of 58 are only suspicious", () => {
    const weak = verdict([evidence({ category: "c2", weight: 58 })]);
    expect(weak).toMatchObject({ threatLevel: 58, disposition: "suspicious" });
  });

  it.each([
    [70, 60, "malicious"],
    [69, 100, "suspicious"],
    [100, 59, "suspicious"],
    [30, 0, "suspicious"],
    [29, 100, "clean"],
  ])("with a level of %i and a confidence of %i are %s", (level, confidence, disposition) => {
    expect(dispositionOf(level, confidence, true)).toBe(disposition);
    if (disposition === "clean") expect(dispositionOf(level, confidence, false)).toBe("unknown");
  });

  it("give the malware family of the strongest", () => {
    const all = [
      evidence({ id: "a", family: "Weak", reliability: 0.2 }),
      evidence({ id: "b", family: "Strong" }),
    ];
    expect(verdict(all).malwareFamily).toBe("Strong");
  });

  it("give the earliest and the latest of all times, never later than now", () => {
    const all = [
      evidence({ id: "a", first: 1_700_000_000 }),
      evidence({ id: "b", first: 1_600_000_000, last: NOW / 1000 + 9999 }),
    ];
    expect(verdict(all)).toMatchObject({ firstSeen: 1_600_000_000_000, lastSeen: NOW });
  });
});

describe("allowances", () => {
  const popular = evidence({ id: "top", effect: "popular", category: "popular" });
  const shared = evidence({ id: "dyn", effect: "shared", category: "dynamic-dns" });
  const veto = evidence({ id: "dns", effect: "veto", category: "public-dns", isAddress: true });
  const cloud = evidence({ id: "aws", effect: "discount", category: "cloud", isAddress: true });

  it.each<[Scope, boolean]>([
    ["exact", true],
    ["path", true],
    ["host", true],
    ["parent", false],
    ["witness", false],
  ])("a popular list leaves evidence of scope %s in place: %s", (scope, stays) => {
    const { sources } = verdict([evidence({ scope }), popular]);
    expect(sources.includes("a")).toBe(stays);
  });

  it("a popular list does not count for names below a private suffix", () => {
    const weighed = weigh([popular], { rented: [0], isDocumentation: false }, NOW);
    expect(weighed[0]?.dismissed).toBe("private_suffix");
    const beside = [popular, evidence({ scope: "parent" })];
    const [, parent] = weigh(beside, { rented: [0], isDocumentation: false }, NOW);
    expect(parent?.dismissed).toBeUndefined();
  });

  it("a popular list does not count for a name that left the list", () => {
    const left = evidence({ id: "top", effect: "popular", category: "popular", goneDays: 1 });
    const dismissed = weigh([left, evidence({ scope: "parent" })], NOTHING_SPECIAL, NOW).map(
      (one) => one.dismissed,
    );
    expect(dismissed).toEqual(["faded", undefined]);
  });

  it("a documentation address escapes the veto of reserved blocks, but no other veto", () => {
    const threat = evidence({ isAddress: true, scope: "network" });
    const reserved = evidence({ effect: "veto", category: "reserved", isAddress: true });
    const among = (allowance: Evidence, isDocumentation: boolean) =>
      weigh([threat, allowance], { rented: [], isDocumentation }, NOW).map(
        ({ dismissed }) => dismissed,
      );
    expect(among(reserved, true)).toEqual([undefined, "reserved_block"]);
    expect(among(reserved, false)).toEqual(["vetoed", undefined]);
    expect(among(veto, true)).toEqual(["vetoed", undefined]);
  });

  it("a shared name dismisses evidence from another page there, not from the page itself", () => {
    expect(verdict([evidence({ scope: "witness" }), shared]).sources).toEqual(["dyn"]);
    expect(verdict([evidence({ scope: "exact" }), shared]).sources).toEqual(["a", "dyn"]);
    const above = { ...shared, scope: "parent" as const };
    expect(verdict([above, popular]).categories).toEqual(["dynamic-dns", "popular"]);
  });

  it("a veto dismisses evidence about the IP address, not about a page on it", () => {
    expect(verdict([evidence({ isAddress: true }), veto], true)).toMatchObject({
      disposition: "clean",
      sources: ["dns"],
    });
    expect(verdict([evidence(), veto], true).disposition).toBe("malicious");
    const [machine, name] = [veto, { ...veto, isAddress: false }];
    expect(verdict([evidence({ scope: "witness" }), machine]).sources).toEqual(["dns"]);
    expect(verdict([evidence({ scope: "witness" }), name]).sources).toEqual(["a", "dns"]);
  });

  it.each<[Scope, Scope, boolean]>([
    ["exact", "resolved", true],
    ["host", "host", true],
    ["path", "host", true],
    ["parent", "resolved", false],
    ["parent", "host", false],
    ["witness", "host", false],
  ])(
    "a veto on a name or page of scope %s takes back an address of scope %s: %s",
    (of, scope, isGone) => {
      const vouched = evidence({ id: "own", effect: "veto", category: "popular", scope: of });
      const { sources } = verdict([evidence({ isAddress: true, scope }), vouched]);
      expect(sources.includes("a")).toBe(!isGone);
    },
  );

  it("a cloud list lowers the level of an IP address, but not to zero", () => {
    const { threatLevel } = verdict([evidence({ isAddress: true }), cloud]);
    expect(threatLevel).toBe(Math.round(0.9 * 0.6 * 95));
  });

  it("a URL carried inside another one counts a little less", () => {
    const inner = { ...evidence({ reliability: 1 }), depth: 1 };
    expect(verdict([inner]).threatLevel).toBe(Math.round(0.95 * 95));
  });

  it("an allowance for a redirector does not apply to its target", () => {
    const popular = evidence({ id: "top", effect: "popular", category: "popular" });
    for (const allowance of [popular, shared]) {
      for (const scope of ["parent", "witness"] as const) {
        const threat = { ...evidence({ scope }), depth: 2 };
        expect(verdict([allowance, { ...allowance, depth: 1 }, threat]).sources).toContain("a");
      }
    }
  });

  it("a cloud list does not lower the level of a page or a name", () => {
    expect(verdict([evidence(), cloud]).threatLevel).toBe(verdict([evidence()]).threatLevel);
  });
});

describe("a list that vouches", () => {
  const popular = evidence({ id: "top", effect: "popular", category: "popular" });
  const shared = evidence({ id: "dyn", effect: "shared", category: "dynamic-dns" });
  const witness = evidence({ scope: "witness" });
  const veto = evidence({ id: "dns", effect: "veto", category: "public-dns", isAddress: true });

  it.each<[IndicatorType, string, readonly Evidence[], boolean]>([
    ["domain", "acme.com", [popular], true],
    ["domain", "www.acme.com", [popular], true],
    ["domain", "files.acme.com", [popular], false],
    ["domain", "acme.com", [], false],
    ["domain", "acme.com", [popular, shared], false],
    ["url", "https://acme.com/a", [popular], true],
    ["url", "https://files.acme.com/a", [popular], false],
    ["url", "https://acme.com/a", [popular, witness], false],
    ["url", "https://acme.com/ipfs/Qm1", [popular], false],
    ["url", "https://acme.com/ipns/x", [popular], false],
    ["url", "https://acme.com/ipfs-prices", [popular], true],
    ["url", "https://www.google.com/url?q=https://acme.org/a", [popular], false],
    ["domain", "github.io", [popular], true],
    ["url", "https://8.8.8.8/", [popular], false],
    ["url", "https://[2001:db9::1]/", [popular], false],
    ["url", "https://8.8.8.8/", [veto], true],
    ["url", "https://www.google.com/url?q=https://8.8.8.8/", [veto], false],
  ])("decides whether the %s %s may be clean", (type, text, all, isVouchedFor) => {
    const indicator = readIndicator(type, text);
    if (isRefusal(indicator)) throw new Error(indicator.message);
    expect(allowsClean(indicator, weigh(all, NOTHING_SPECIAL, NOW))).toBe(isVouchedFor);
  });
});

describe("every verdict", () => {
  const anyEvidence = fc
    .record({
      id: fc.constantFrom("a", "b", "c", "d"),
      lineage: fc.constantFrom("x", "y", "z"),
      effect: fc.constantFrom(...EFFECTS),
      category: fc.constantFrom(...CATEGORIES),
      reliability: fc.float({ min: 0, max: 1, noNaN: true }),
      scope: fc.constantFrom(...(Object.keys(SPECIFICITY) as Scope[])),
      isAddress: fc.boolean(),
      goneDays: fc.option(fc.float({ min: 0, max: 100, noNaN: true }), { nil: undefined }),
      weight: fc.option(fc.nat({ max: 100 }), { nil: undefined }),
      first: fc.nat({ max: 2_000_000_000 }),
      last: fc.nat({ max: 2_000_000_000 }),
    })
    .map((about) => evidence(about as About));

  it("has values within their bounds, sorted lists and ordered times", () => {
    fc.assert(
      fc.property(fc.array(anyEvidence, { maxLength: 8 }), fc.boolean(), (all, allows) => {
        const one = verdict(all, allows);
        expect(one.threatLevel).toBeGreaterThanOrEqual(0);
        expect(one.threatLevel).toBeLessThanOrEqual(100);
        expect(one.confidence).toBeGreaterThanOrEqual(0);
        expect(one.confidence).toBeLessThanOrEqual(100);
        expect(Number.isInteger(one.threatLevel) && Number.isInteger(one.confidence)).toBe(true);
        if (one.sources.length === 0) {
          expect(one).toEqual({
            disposition: "unknown",
            threatLevel: 0,
            confidence: 0,
            categories: [],
            sources: [],
          });
        }
        if (one.disposition === "malicious") expect(one.threatLevel).toBeGreaterThanOrEqual(70);
        if (one.disposition === "clean") expect(one.threatLevel).toBeLessThan(30);
        for (const list of [one.sources, one.categories]) {
          expect(list).toEqual([...new Set(list)].toSorted());
        }
        if (one.firstSeen !== undefined) {
          expect(one.firstSeen).toBeLessThanOrEqual(one.lastSeen ?? 0);
          expect(one.lastSeen).toBeLessThanOrEqual(NOW);
        }
      }),
    );
  });

  it("is the same in any order of evidence, and not weakened by more evidence of a threat", () => {
    const threats = fc.array(anyEvidence.filter(({ source }) => source.effect === "threat"));
    fc.assert(
      fc.property(threats, anyEvidence, (all, more) => {
        expect(verdict(all.toReversed())).toEqual(verdict(all));
        if (more.source.effect !== "threat") return;
        const [before, after] = [verdict(all), verdict([...all, more])];
        expect(after.threatLevel).toBeGreaterThanOrEqual(before.threatLevel);
        expect(after.confidence).toBeGreaterThanOrEqual(before.confidence);
      }),
    );
  });

  it("by one fully reliable source has the severity of its category as its level", () => {
    for (const category of CATEGORIES) {
      const one = verdict([evidence({ category, reliability: 1 })]);
      expect(one.threatLevel).toBe(SEVERITY[category]);
    }
  });
});
