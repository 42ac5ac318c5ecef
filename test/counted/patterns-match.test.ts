import { serialize } from "node:v8";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { closeUnderCase } from "../../src/dictionaries/patterns/fold-case.ts";
import { MAX_CACHED_STATES } from "../../src/dictionaries/patterns/limits.ts";
import { compilePattern } from "../../src/dictionaries/patterns/index.ts";
import { native, patterns, texts } from "../support/patterns.ts";
import { countSteps } from "../support/count-steps.ts";
import { rounds } from "../support/rounds.ts";

/** Properties over many patterns, on a machine that may be busy; the figures asserted stand apart. */
const PATIENCE = 30_000;
const KIB_64 = 64 * 1024;
/** Twice the text may be twice the work, and a little. */
const MOST_GROWTH = 2.2;

function compiled(source: string): ReturnType<typeof compilePattern> | undefined {
  try {
    return compilePattern(source);
  } catch {
    return undefined;
  }
}

describe("compilePattern", { timeout: PATIENCE }, () => {
  it("answers as the platform's own engine does, ambiguous patterns included", () => {
    fc.assert(
      fc.property(patterns, fc.array(texts, { minLength: 1, maxLength: 6 }), (source, all) => {
        const pattern = compiled(source);
        fc.pre(pattern !== undefined);
        const regex = native(source);
        expect(all.map((text) => pattern?.test(text))).toEqual(all.map((text) => regex.test(text)));
      }),
      { numRuns: rounds(1_000) },
    );
  });

  it.each([
    ["\\bcat\\b", ["a cat.", "cat", "concat", "cats"]],
    ["^a|b$", ["ab", "ba", "aab", "cbc", "", "b"]],
    ["(?i)straße", ["STRASSE", "STRAẞE", "straße"]],
    ["(?i)^[^k]$", ["K", "\u212a", "k", "l"]],
    ["(?i)\\w\\b", ["ſ", "\u212a ", "-"]],
    [".", ["\n", "\r", "\u2028", "😀", "\u0085", "\ud800"]],
    ["^.$", ["😀", "\ud83d", "ab"]],
    ["\\s", ["\u00a0", "\ufeff", "\u180e", "\u0085", "x"]],
    ["", ["", "a"]],
    ["$", ["", "a"]],
    ["x^y", ["xy", "x\ny"]],
  ])("matches %s as the platform's own engine does", (source, all) => {
    const pattern = compilePattern(source);
    expect(all.map((text) => pattern.test(text))).toEqual(
      all.map((text) => native(source).test(text)),
    );
  });

  it("finds a literal text of every length, also across the ends of machine words", () => {
    const letters = Array.from({ length: 200 }, (_, at) => String.fromCharCode(97 + (at % 26)));
    for (let length = 1; length <= letters.length; length += 1) {
      const word = letters.slice(0, length).join("");
      const pattern = compilePattern(word);
      const missed = [word.slice(1), word.slice(0, -1), word.replace(/.$/, "-")];
      expect([word, ...missed].map((text) => pattern.test(`  ${text}  `))).toEqual([
        true,
        ...missed.map((text) => text.includes(word)),
      ]);
      expect(compilePattern(`^a{${length}}$`).test("a".repeat(length))).toBe(true);
    }
  });

  it("answers as the platform's own engine before and after its cache of states overflows", () => {
    const pattern = compilePattern("x.{0,40}y.{12}z");
    const regex = native("x.{0,40}y.{12}z");
    const random = fc.array(fc.constantFrom(...Array.from("xya😀")), {
      minLength: 3_000,
      maxLength: 3_000,
    });
    fc.assert(
      fc.property(random, fc.nat(2_999), fc.boolean(), (letters, place, placed) => {
        const text = letters.with(place, placed ? "z" : "a").join("");
        expect(pattern.test(text)).toBe(regex.test(text));
      }),
      { numRuns: 60 },
    );
  });

  it("answers as the platform's own engine if its cache overflows within a match", () => {
    const source = "x.{0,40}y.{12}z";
    let state = 7;
    const next = () => (state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) >>> 16;
    const letters = Array.from({ length: MAX_CACHED_STATES + 40 }, () => "xya"[next() % 3] ?? "");
    // Nearly each letter makes a state of its own.
    for (let place = MAX_CACHED_STATES - 10; place < letters.length; place += 1) {
      const text = letters.with(place, "z").join("");
      expect(compilePattern(source).test(text)).toBe(native(source).test(text));
    }
  });

  it("keeps little memory between texts, however many states a text led through", () => {
    const pattern = compilePattern("x.{0,40}y.{12}z");
    const bare = serialize(pattern).length;
    const [text] = fc.sample(
      fc.string({ unit: fc.constantFrom("x", "y", "a"), minLength: 300, maxLength: 300 }),
      { numRuns: 1, seed: 7 },
    );
    expect(pattern.test(text ?? "")).toBe(false);
    expect(serialize(pattern).length).toBe(bare);
    expect(pattern.test("a cat")).toBe(false);
    expect(serialize(pattern).length).toBeLessThan(2 * bare);
  });

  it("throws on an invalid pattern", () => {
    expect(() => compilePattern("(a")).toThrow("The pattern has a group at character 1");
  });

  it("takes steps linear in the length of the text", async () => {
    const pattern = compilePattern("a+b|x.{0,100}y.{0,20}z");
    const letters = fc.sample(fc.constantFrom(...Array.from("axyb")), { numRuns: KIB_64, seed: 4 });
    const texts64 = [
      "a".repeat(KIB_64),
      letters.join("").replaceAll("ab", "ax"),
      "xy".repeat(KIB_64 / 2),
    ];
    for (const text of texts64) {
      const steps = (length: number) =>
        countSteps("/src/dictionaries/", () =>
          expect(pattern.test(text.slice(0, length))).toBe(false),
        );
      const [half, whole] = [await steps(KIB_64 / 2), await steps(KIB_64)];
      expect(half).toBeGreaterThan(KIB_64 / 2);
      expect(whole).toBeLessThanOrEqual(half * MOST_GROWTH);
    }
  });
});

describe("case folding", () => {
  it("is the same as by the platform's own engine for every letter", () => {
    const cased: string[] = [];
    for (let point = 0; point <= 0x1ffff; point++) {
      const letter = String.fromCodePoint(point);
      if (/[\p{Changes_When_Casefolded}\p{Changes_When_Casemapped}]/u.test(letter))
        cased.push(letter);
    }
    const all = cased.join("");
    for (const letter of cased) {
      const twins = Array.from(all.matchAll(new RegExp(letter, "giu")), ([found]) => found);
      const point = letter.codePointAt(0) ?? 0;
      const set = closeUnderCase([point, point]);
      const members = twins.filter((twin) => holds(set, twin.codePointAt(0) ?? 0));
      expect([letter, members.length, sizeOf(set)]).toEqual([letter, twins.length, twins.length]);
    }
  });
});

function holds(set: readonly number[], point: number): boolean {
  return set.some((low, i) => i % 2 === 0 && low <= point && point <= (set[i + 1] ?? 0));
}

function sizeOf(set: readonly number[]): number {
  return set.reduce((sum, point, i) => sum + (i % 2 === 0 ? -point : point + 1), 0);
}
