import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { consult } from "../../src/inspection/layers/l4/consult.ts";
import type { Opinion, Question } from "../../src/inspection/layers/l4/opinion.ts";
import { settleOpinion } from "../../src/inspection/layers/l4/settle-opinion.ts";
import { settleScore, type Evidence } from "../../src/inspection/layers/settle-score.ts";

const percent = fc.integer({ min: 0, max: 100 });
const evidence: fc.Arbitrary<Evidence> = fc.record({
  own: percent,
  intelligence: percent,
  dictionaries: fc.double({ min: 0, max: 1, noNaN: true }),
  givesOrders: fc.boolean(),
  isSenderAllowed: fc.boolean(),
});

describe("the score of the first three layers", () => {
  it("lies between 0 and 100", () => {
    fc.assert(
      fc.property(evidence, (all) => {
        const score = settleScore(all);
        expect(Number.isInteger(score) && score >= 0 && score <= 100).toBe(true);
      }),
    );
  });

  it("never falls when any part of the evidence grows", () => {
    fc.assert(
      fc.property(evidence, evidence, (one, other) => {
        const worse: Evidence = {
          own: Math.max(one.own, other.own),
          intelligence: Math.max(one.intelligence, other.intelligence),
          dictionaries: Math.max(one.dictionaries, other.dictionaries),
          givesOrders: one.givesOrders || other.givesOrders,
          isSenderAllowed: one.isSenderAllowed && other.isSenderAllowed,
        };
        expect(settleScore(worse)).toBeGreaterThanOrEqual(settleScore(one));
      }),
    );
  });

  it("is at least the score of intelligence if that is 70 or more", () => {
    fc.assert(
      fc.property(evidence, (all) => {
        const { intelligence } = all;
        if (intelligence >= 70) expect(settleScore(all)).toBeGreaterThanOrEqual(intelligence);
      }),
    );
  });

  it("rises with text that gives orders, and stays below 50 for a doubt of intelligence", () => {
    const plain: Evidence = {
      own: 3,
      intelligence: 0,
      dictionaries: 0,
      givesOrders: false,
      isSenderAllowed: false,
    };
    expect(settleScore({ ...plain, own: 0, givesOrders: true })).toBe(30);
    expect(settleScore({ ...plain, intelligence: 69 })).toBeLessThan(50);
    const allowed = { ...plain, own: 99, isSenderAllowed: true };
    expect(settleScore(allowed)).toBe(0);
    expect(settleScore({ ...allowed, givesOrders: true })).toBe(0);
  });
});

describe("a score of intelligence alone", () => {
  it.each([
    [100, 100],
    [70, 70],
    [69, 35],
    [1, 1],
    [0, 0],
  ])("of %i gives %i: it counts fully from 70 on, and about half below", (intelligence, score) => {
    const nothing = { own: 0, dictionaries: 0, givesOrders: false, isSenderAllowed: false };
    expect(settleScore({ ...nothing, intelligence })).toBe(score);
  });
});

const reasons = fc.constantFrom<Opinion["signals"]>([], ["urgency"], ["prompt_injection"]);

describe("the score after the fourth layer", () => {
  it("falls by at most 15, never below the floor, and not at all if orders are given", () => {
    fc.assert(
      fc.property(
        percent,
        percent,
        reasons,
        percent,
        fc.boolean(),
        (score, own, signals, floor, orders) => {
          const settled = settleOpinion(
            score,
            { score: own, signals },
            { floor, givesOrders: orders },
          );
          expect(settled).toBeGreaterThanOrEqual(own);
          expect(settled).toBeGreaterThanOrEqual(score - 15);
          expect(settled).toBeGreaterThanOrEqual(Math.min(score, floor));
          expect(settled).toBeLessThanOrEqual(100);
          if (orders || signals.includes("prompt_injection"))
            expect(settled).toBeGreaterThanOrEqual(score);
        },
      ),
    );
  });

  it("rises if only the model sees orders", () => {
    const seen = { score: 2, signals: ["prompt_injection" as const] };
    expect(settleOpinion(40, seen, { floor: 0, givesOrders: false })).toBeGreaterThan(40);
  });
});

describe("the layer of the model", () => {
  const opinion: Opinion = {
    verdict: "spam",
    score: 80,
    signals: ["urgency", "urgency"],
    rationale: "x",
  };
  const question = (text: string): Question => ({
    message: { channel: "sms", sender: "1", body: text },
    text,
    lang: "es",
    layers: [],
    findings: [],
  });
  const LONG = "una frase de cinco palabras";

  it.each<[string, number, string, string[]]>([
    ["a doubtful score", 25, LONG, ["urgency"]],
    ["a flagged message", 99, LONG, ["urgency"]],
    ["a confident score", 24, LONG, ["skipped_confident"]],
    ["too few words", 60, "mira esto ya", ["skipped_short"]],
    ["a flagged message without blanks", 99, "您的账户已被冻结", ["urgency"]],
    ["too few words in a writing without blanks", 60, "你好啊", ["skipped_short"]],
  ])("asks the model or not because of %s", async (_case, score, text, signals) => {
    const { layer } = await consult(async () => opinion, score, question(text));
    expect(layer.signals).toEqual(signals);
  });

  it("is unavailable if there is no model, or it has no answer", async () => {
    for (const model of [undefined, async () => undefined]) {
      const { layer, opinion: none } = await consult(model, 60, question(LONG));
      expect(layer).toEqual({ layer: "L4", score: 0, signals: ["unavailable"] });
      expect(none).toBeUndefined();
    }
  });
});
