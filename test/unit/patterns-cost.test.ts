import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildAutomaton, type Automaton } from "../../src/dictionaries/patterns/automaton.ts";
import { boundWays } from "../../src/dictionaries/patterns/bound-ways.ts";
import { includes } from "../../src/dictionaries/patterns/code-points.ts";
import { graphOf } from "../../src/dictionaries/patterns/graph.ts";
import { checkPattern } from "../../src/dictionaries/patterns/index.ts";
import { MAX_WAYS } from "../../src/dictionaries/patterns/limits.ts";
import { parse } from "../../src/dictionaries/patterns/parse.ts";
import { countTries, patterns, pumps } from "../support/patterns.ts";
import { rounds } from "../support/rounds.ts";

/** Properties over many patterns, on a machine that may be busy; the figures asserted stand apart. */
const PATIENCE = 30_000;
const MOST = 3_000_000;

function tries(source: string, text: string): number {
  const syntax = parse(source);
  if ("reason" in syntax) throw new TypeError(syntax.message);
  return countTries(syntax.root, text, MOST);
}

function automatonOf(source: string): Automaton {
  const syntax = parse(source);
  const automaton = "reason" in syntax ? syntax : buildAutomaton(syntax);
  if ("reason" in automaton) throw new TypeError(automaton.message);
  return automaton;
}

/** The most successors of any state: what one step of one run may have to try. */
function fanOf({ edges }: Automaton): number {
  return Math.max(...edges.map((targets) => targets.length));
}

/** How many runs of the automaton are open after each character, from one start. */
function runsOver({ edges, sets, setOf }: Automaton, text: string): number[] {
  let runs = new Map([[0, 1]]);
  return Array.from(text, (char) => {
    const point = char.codePointAt(0) ?? 0;
    const after = new Map<number, number>();
    for (const [state, count] of runs) {
      for (const { to } of edges[state] ?? []) {
        const set = sets[setOf[to] ?? 0] ?? [];
        if (includes(set, point)) after.set(to, (after.get(to) ?? 0) + count);
      }
    }
    runs = after;
    return [...runs.values()].reduce((sum, count) => sum + count, 0);
  });
}

describe("the tries of a backtracking engine from one start", { timeout: PATIENCE }, () => {
  it("never have more open runs than boundWays says, for every accepted pattern", () => {
    fc.assert(
      fc.property(patterns, fc.array(pumps, { minLength: 8, maxLength: 8 }), (source, all) => {
        fc.pre(checkPattern(source) === undefined);
        const automaton = automatonOf(source);
        const ways = boundWays(graphOf(automaton));
        const most = all.map(([begin, piece]) => runsOver(automaton, begin + piece.repeat(40)));
        expect(Math.max(...most.flat())).toBeLessThanOrEqual(Number(ways));
      }),
      { numRuns: rounds(800) },
    );
  });

  it("are bounded by the ways, the fan and the length, for every accepted pattern", () => {
    fc.assert(
      fc.property(patterns, pumps, (source, [begin, piece]) => {
        fc.pre(checkPattern(source) === undefined);
        const automaton = automatonOf(source);
        const ways = Number(boundWays(graphOf(automaton)));
        const text = begin + piece.repeat(60);
        const bound = (1 + ways * Array.from(text).length) * fanOf(automaton);
        expect(tries(source, text)).toBeLessThanOrEqual(bound);
      }),
      { numRuns: rounds(1_000) },
    );
  });

  it("no more than double when the text doubles, for every accepted pattern", () => {
    fc.assert(
      fc.property(patterns, pumps, (source, [begin, piece]) => {
        fc.pre(checkPattern(source) === undefined);
        const [short, long, longer] = [30, 60, 120].map((n) =>
          tries(source, begin + piece.repeat(n)),
        );
        const growth = (long ?? 0) - (short ?? 0);
        expect((longer ?? 0) - (long ?? 0)).toBeLessThanOrEqual(
          2 * growth + fanOf(automatonOf(source)),
        );
      }),
      { numRuns: rounds(1_000) },
    );
  });

  it.each([
    ["(?i)urgent.{0,40}password", "urgent ", "password "],
    ["https?:\\/\\/[^\\s]{1,200}\\.zip", "http://", "a.zi"],
    [".{0,40}x.{0,40}y", "", "xy"],
    [".{0,60}x.{0,60}y", "", "x"],
    ["pay.{0,20}now.{0,20}https?://\\S+", "pay", "nowhttps://"],
    ["\\s+(?:dear|dear customer).*x", " dear customer", " dear customer"],
    ["\\w+(?:\\.\\w+)*@\\w+(?:\\.\\w+)+", "", "a."],
    ["\\s{1,10}.*x", "", " "],
  ])("grow linearly on %s, which is accepted", (source, begin, piece) => {
    const [short, long] = [100, 200].map((n) => tries(source, begin + piece.repeat(n)));
    expect(checkPattern(source)).toBeUndefined();
    expect(long ?? MOST).toBeLessThanOrEqual(2.1 * (short ?? 0));
  });

  it.each([
    ["(a+)+$", "a"],
    ["(a|a)*b", "a"],
    ["(a|aa)+$", "a"],
    ["(\\w+\\s?)*$", "a"],
    ["^(([a-z])+.)+[A-Z]([a-z])+$", "a"],
    ["(x+x+)+y", "x"],
    ["(?:a|b|ab)*c", "ab"],
  ])("grow exponentially on %s, which is refused", (source, piece) => {
    const [short, long] = [6, 12].map((n) => tries(source, piece.repeat(n)));
    expect(checkPattern(source)?.reason).toBe("ambiguous");
    expect(long ?? 0).toBeGreaterThan(8 * (short ?? MOST));
  });

  it.each([
    ["a*a*b", "a"],
    ["\\s+.*", " "],
    ["x*y*x*", "x"],
    ["<a.*b.*>", "<ab", "b"],
    ["[^\\s@]+@[^\\s@]+\\.[^\\s@]+", "a@", "."],
    ["(.*a){3}", "a"],
  ])("grow with the square or more on %s, which is refused", (source, begin, piece = begin) => {
    const [short, long] = [50, 100].map((n) => tries(source, begin + piece.repeat(n)));
    expect(checkPattern(source)?.reason).toBe("ambiguous");
    expect(long ?? 0).toBeGreaterThan(3.4 * (short ?? MOST));
  });

  it.each([
    ["(?:ab|a.){20}c", "ab"],
    [`${"a?".repeat(20)}b`, "a"],
    [".{0,40}x.{0,40}y.{0,40}z.{0,40}w", "xyz"],
  ])("are bounded, but far too many on %s, which is refused", (source, piece) => {
    const text = piece.repeat(60);
    expect(checkPattern(source)?.reason).toBe("ambiguous");
    expect(tries(source, text)).toBeGreaterThan(MAX_WAYS * text.length);
  });
});
