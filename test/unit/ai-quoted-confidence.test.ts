import { expect, it } from "vitest";
import { composeAnswer } from "../../src/ai/answer/compose-answer.ts";

const QUERY = "¿A qué hora abre la oficina de Sevilla?";
const support = {
  coverage: 1,
  sentence: 1,
  gramShare: 1,
  lexical: 1,
  pairs: 1,
  margin: 0,
  words: 1,
};

function aHit(id: number, title: string, text: string, score: number) {
  const place = {
    id,
    document_id: `d${id}`,
    external_id: null,
    version: 1,
    start: 0,
    end: text.length,
  };
  const about = { title, source: "wiki", url: null, language: "es" as const, updated_at: 1 };
  const piece = { ...place, ...about, heading: "", text, risk: 0, rules: "", removed: 0 };
  return { piece, rank: score, support, score };
}

it("an answer is no surer than the pieces that it quotes, though a better one was found", () => {
  const hits = [
    aHit(1, "Horario de la oficina (Sevilla)", "Revise el manual.", 0.94),
    aHit(2, "Horario de la oficina (Vigo)", "La oficina de Vigo abre a las 7.", 0.48),
  ];
  const terms = ["hora", "abr", "oficin", "sevill"].map((term) => ({ term, weight: 1 }));
  const { answer, confidence } = composeAnswer(QUERY, {
    hits,
    terms,
    candidates: 2,
    language: "es",
  });
  expect(answer).toBe("La oficina de Vigo abre a las 7. [1]");
  expect(confidence).toBe(0.48);
});
