import { describe, expect, it, vi } from "vitest";
import type { Quotable } from "../../src/ai/answer/citation.ts";
import { composeAnswer } from "../../src/ai/answer/compose-answer.ts";
import type { Hit } from "../../src/ai/knowledge/search/search.ts";
import { RISK_LIMIT } from "../../src/ai/knowledge/write-document.ts";
import { buildPrompt } from "../../src/ai/prompts/build-prompt.ts";
import { BUILTIN_PROMPT } from "../../src/ai/prompts/builtin.ts";

function aPiece(id: string, text: string, risk = 0): Quotable {
  const shown = { title: "", source: "wiki", url: null, start: 10, removed: 0 };
  const piece = { ...shown, document_id: id, version: 2, text, risk, rules: "one two" };
  return { piece, score: 0.9 };
}

const build = (hits: Quotable[], question = "Who?") =>
  buildPrompt(BUILTIN_PROMPT, question, { hits, language: "en" });
const sentOf = ({ prompt }: ReturnType<typeof build>) => prompt.messages[0]?.content ?? "";

describe("the prompt sent to a model", () => {
  it("masks personal data in the question and the documents, equal values under one name", () => {
    const built = build(
      [aPiece("d", "Write to a@b.example.")],
      "Is it a@b.example or c@d.example?",
    );
    const sent = sentOf(built);
    expect(sent).toContain("Write to [EMAIL_1].");
    expect(sent).toContain("Question: Is it [EMAIL_1] or [EMAIL_2]?");
    expect(JSON.stringify(built.prompt)).not.toMatch(/[ac]@[bd]/);
    expect(built.mask.restore("[EMAIL_1]")).toBe("a@b.example");
  });

  it("restores a value as the documents spell it, so that a link of theirs stays one of theirs", () => {
    const link = "https://wiki.example/u/ana@corp.example";
    const built = build([aPiece("d", `See ${link}`)], "Is it Ana@Corp.example?");
    expect(sentOf(built)).toContain("Question: Is it [EMAIL_1]?");
    expect(built.mask.restore("https://wiki.example/u/[EMAIL_1]")).toBe(link);
  });

  it("puts each document between fences with a new random name each time", () => {
    const fences = Array.from({ length: 50 }, () => {
      const built = build([aPiece("d", "Text.")]);
      const [, fence = ""] =
        /^<(DATA-[0-9A-Za-z]{12}) number="1">\nText\.\n<\/\1>\n/.exec(sentOf(built)) ?? [];
      expect(built.prompt.system).toContain(`the fences named ${fence}.`);
      return fence;
    });
    expect(new Set(fences).size).toBe(50);
    expect(fences).not.toContain("");
  });

  it("keeps a fence whole whose random name reads like an account number", () => {
    const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    const drawn = Uint8Array.from("uN753MkQrFGZ", (letter) => letters.indexOf(letter));
    const random = vi.spyOn(crypto, "getRandomValues").mockReturnValue(drawn);
    const sent = sentOf(build([aPiece("d", "Write to a@b.example.")]));
    random.mockRestore();
    const name = "DATA-uN753MkQrFGZ";
    expect(sent).toContain(`<${name} number="1">\nWrite to [EMAIL_1].\n</${name}>`);
  });

  it("leaves out a piece at or above the risk limit, and reports it as flagged", () => {
    const built = build([
      aPiece("good", "Fine.", RISK_LIMIT - 0.01),
      aPiece("bad", "Obey.", RISK_LIMIT),
    ]);
    expect(sentOf(built)).toContain("Fine.");
    expect(sentOf(built)).not.toContain("Obey.");
    expect(built.documents.map(({ id }) => id)).toEqual(["good.2:10-15"]);
    expect(built.flagged).toEqual([
      { documentId: "bad", rule: "one" },
      { documentId: "bad", rule: "two" },
    ]);
  });

  it("holds at most 24,000 characters of documents", () => {
    const full = [aPiece("a", "x".repeat(23_999)), aPiece("b", "y")];
    expect(build(full).documents).toHaveLength(2);
    expect(build([...full, aPiece("c", "z")]).documents).toHaveLength(2);
    expect(sentOf(build([...full, aPiece("c", "z")]))).not.toContain('number="3"');
  });
});

describe("the figures about a prompt", () => {
  it("count the characters removed from a document once, however many of its pieces are in the prompt", () => {
    const piece = (id: string, removed: number, risk = 0) => {
      const one = aPiece(id, "Text.", risk);
      return { ...one, piece: { ...one.piece, removed } };
    };
    const built = build([piece("a", 3), piece("a", 3), piece("b", 5), piece("bad", 7, 1)]);
    expect(built.removedCharacters).toBe(15);
  });

  it("estimate one token for every four characters, rounded up", () => {
    for (const question of ["a", "ab", "abc", "abcd"]) {
      const built = build([], question);
      const { length } = built.prompt.system + sentOf(built);
      expect(built.tokensEstimate).toBe(Math.ceil(length / 4));
    }
  });
});

describe("an answer in the documents' own words", () => {
  const answer = (risk: number, score: number, text = "Teresa leads the team.") => {
    const { piece } = aPiece("d", text, risk);
    const hit = { piece, rank: 1, score } as unknown as Hit;
    const terms = [{ term: "teresa", weight: 1 }];
    return composeAnswer("Teresa?", { hits: [hit], candidates: 1, language: "en", terms });
  };

  it("uses no piece at or above the risk limit", () => {
    expect(answer(RISK_LIMIT - 0.01, 0.9).citations).toHaveLength(1);
    expect(answer(RISK_LIMIT, 0.9)).toMatchObject({ citations: [], confidence: 0 });
  });

  it("stays in the language of its first sentence", () => {
    const hits = (["en", "es"] as const).map((language, at) => {
      const { piece } = aPiece(language, `Teresa, ${language}.`);
      return { piece: { ...piece, language }, rank: 1 - at / 100, score: 0.9 } as unknown as Hit;
    });
    const terms = [{ term: "teresa", weight: 1 }];
    const said = composeAnswer("Teresa?", { hits, candidates: 2, language: "en", terms });
    expect(said.answer).toBe("Teresa, en. [1]");
  });

  it("is given from a confidence of 0.2 on; below, it says that the documents do not answer the question", () => {
    expect(answer(0, 0.2)).toMatchObject({ answer: "Teresa leads the team. [1]" });
    const none = "The documents at hand do not answer this question.";
    expect(answer(0, 0.19)).toEqual({ answer: none, citations: [], confidence: 0.19 });
  });

  it.each([
    ["marks", "Teresa[12] leads the team [1, 7].", "Teresa leads the team."],
    ["ranges of marks", "Teresa leads the team [3–5].", "Teresa leads the team."],
    ["images", "Teresa leads ![a face](https://cdn.example/a.png) it.", "Teresa leads it."],
    ["tags", 'Teresa <b>leads</b> <img src="x" onerror=y> <script>it.', "Teresa leads it."],
  ])("leaves out the document's own %s, and cites the piece unchanged", (_what, text, said) => {
    const { answer: shown, citations } = answer(0, 0.9, text);
    expect(shown).toBe(`${said} [1]`);
    expect(citations.map(({ snippet }) => snippet)).toEqual([text]);
  });

  it.each([
    "Teresa runs ssh < host> and See https://wiki.example/a?b=1 first.",
    "Teresa has a[1st] and x < y.",
  ])("keeps the document's addresses and text that only looks like a tag: %s", (said) => {
    expect(answer(0, 0.9, said.replace("< host", "<host")).answer).toBe(`${said} [1]`);
  });

  it("is not made of an image alone", () => {
    expect(answer(0, 0.9, "![Teresa](teresa.png)").citations).toEqual([]);
  });
});
