import { describe, expect, it } from "vitest";
import { committed as model } from "../../scripts/eval/inspection/judge.ts";
import { inspect } from "../../src/inspection/inspect.ts";
import { askIntelligence } from "../../src/inspection/layers/l2/ask-intelligence.ts";
import { buildQuestion } from "../../src/inspection/layers/l4/build-question.ts";
import { cleanRationale } from "../../src/inspection/layers/l4/clean-rationale.ts";
import {
  opinion as answerShape,
  REASONS,
  type Opinion,
} from "../../src/inspection/layers/l4/opinion.ts";
import type { Reputation, Standing } from "../../src/intel/reputation.ts";
import type { Verdict } from "../../src/intel/lookup/verdict.ts";

/** Long enough for a model to be asked. */
const MESSAGE = {
  channel: "email",
  sender: "ana@amiga.example",
  body: "Te espero a las ocho en casa de mi madre, mira https://sitio.example/fotos",
} as const;

/** Every link has this standing. The sender is allowed, so that form and wording do not count. */
function linksStand(standing: Omit<Standing, "verdict"> & { verdict: Partial<Verdict> }) {
  const reputation = {
    isEmpty: false,
    standingOf: async (type: string) => {
      if (type === "email") return { verdict: {}, listed: "allow", exact: false };
      return type === "url" ? standing : undefined;
    },
    isShortener: () => false,
    isLinkInBio: () => false,
    isDisposable: () => false,
  };
  return reputation as unknown as Reputation;
}

const near = (threatLevel: number) =>
  linksStand({
    verdict: { disposition: "malicious", threatLevel },
    listed: undefined,
    exact: false,
  });
const opinion = (verdict: Opinion["verdict"], score: number): Opinion => ({
  verdict,
  score,
  signals: [],
  rationale: "Porque sí.",
});

async function judged(said: Opinion | undefined, reputation: Reputation) {
  return inspect(MESSAGE, {
    model,
    reputation,
    dictionaries: [],
    askModel: said && (async () => said),
    seenFrom: () => 0,
    now: 0,
  });
}

describe("a model's opinion of a message", () => {
  it("does not lower the score below that of intelligence from a threat level of 70 on", async () => {
    const clean = opinion("clean", 0);
    for (const [level, before, after] of [
      [90, 90, 90],
      [70, 70, 70],
      [69, 35, 20],
    ] as const) {
      expect((await judged(undefined, near(level))).score).toBe(before);
      expect((await judged(clean, near(level))).score).toBe(after);
    }
  });

  it("leaves the verdict phishing if the very link is known as malicious", async () => {
    const known = linksStand({
      verdict: { disposition: "malicious", threatLevel: 95 },
      listed: undefined,
      exact: true,
    });
    expect(await judged(opinion("spam", 60), known)).toMatchObject({ verdict: "phishing" });
    expect(await judged(opinion("spam", 60), near(95))).toMatchObject({ verdict: "spam" });
  });

  it("does not make a flagged message clean", async () => {
    const read = await judged(opinion("clean", 0), near(100));
    expect(read.score).toBe(100);
    expect(["spam", "phishing"]).toContain(read.verdict);
  });
});

describe("a model's answer", () => {
  it("may have eight reasons, and 2,000 characters of rationale before it is shortened", () => {
    const fits = (reasons: number, length: number) =>
      answerShape().safeParse({
        ...opinion("spam", 60),
        signals: REASONS.slice(0, reasons),
        rationale: "x".repeat(length),
      }).success;
    expect([fits(8, 2_000), fits(9, 2_000), fits(8, 2_001)]).toEqual([true, false, false]);
  });
});

describe("the layer of threat intelligence", () => {
  const names = [{ type: "url", value: "https://a.example/", from: "text" } as const];

  it("scores what it knows, even if some names are not looked up", async () => {
    const { layer } = await askIntelligence(near(100), { names, unasked: 3 });
    expect(layer).toEqual({
      layer: "L2",
      score: 100,
      signals: ["url_malicious:https://a.example/", "too_many_names:3"],
    });
  });

  it("scores at least 30 if some names are not looked up", async () => {
    const { layer } = await askIntelligence(near(29), { names, unasked: 1 });
    expect(layer.score).toBe(30);
  });

  it("is unavailable if one answer cannot be read", async () => {
    const unread = linksStand("unread" as never);
    const { layer } = await askIntelligence(unread, { names, unasked: 0 });
    expect(layer).toEqual({ layer: "L2", score: 0, signals: ["unavailable"] });
  });
});

describe("the question to a model", () => {
  it("holds at most 8,000 characters of the message, and no half of one", () => {
    const shown = (text: string) => {
      const question = { message: MESSAGE, text, lang: "es", layers: [], findings: [] };
      return buildQuestion(question).messages[0]?.content ?? "";
    };
    const whole = "a".repeat(8_000);
    expect(shown(`${whole}b`)).toContain(`\n${whole}\n`);
    expect(shown(`${whole.slice(1)}🙂`).isWellFormed()).toBe(true);
    expect(shown("Ho\u{e0049}la")).toContain("\nHola\n");
  });

  it("holds at most twenty links, and 200 characters of each", () => {
    const link = { value: `https://${"a".repeat(300)}`, disposition: "malicious" };
    const findings = Array.from({ length: 30 }, () => link);
    const question = { message: MESSAGE, text: "Hola", lang: "es", layers: [], findings };
    const lines = buildQuestion(question).messages[0]?.content.match(/malicious: .*/g) ?? [];
    expect(lines.map(({ length }) => length)).toEqual(Array(20).fill("malicious: ".length + 200));
  });
});

describe("the verdict of an inspection", () => {
  it("is clean below a score of 50, and not at 50", async () => {
    const flagged = await judged(opinion("spam", 50), near(60));
    expect(flagged).toMatchObject({ score: 50, verdict: "spam" });
    const other = await judged(opinion("phishing", 50), near(60));
    expect(other).toMatchObject({ score: 50, verdict: "phishing" });
    const passed = await judged(opinion("clean", 49), near(60));
    expect(passed).toMatchObject({ score: 49, verdict: "clean" });
  });
});

describe("a rationale", () => {
  it("is kept whole up to 400 characters, and cut to 400 beyond", () => {
    const whole = "a".repeat(400);
    expect(cleanRationale(whole)).toBe(whole);
    expect(cleanRationale(`${whole}a`)).toBe(`${"a".repeat(399)}…`);
  });

  it("holds no half of a surrogate pair, which strict JSON readers refuse", () => {
    expect(cleanRationale("Aviso \ud83d falso")).toBe("Aviso \ufffd falso");
    expect(cleanRationale(`${"a".repeat(398)}🙂a`)).toBe(`${"a".repeat(398)}\ufffd…`);
  });

  it.each([
    ["Entra en https://i❤.ws/x", "Entra en i❤[.]ws/x"],
    ["cafe\u0301.com", "cafe\u0301[.]com"],
    ["http:http:////3232235777/", "http:3232235777/"],
    ["Pide datos...y dinero. Nada.", "Pide datos...y dinero. Nada."],
  ])("holds no address that can be clicked, and is otherwise kept: %s", (written, shown) => {
    expect(cleanRationale(written)).toBe(shown);
  });
});
