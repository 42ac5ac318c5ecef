import { describe, expect, it } from "vitest";
import { chooseRoute } from "../../src/ai/chat/choose-route.ts";
import { QUESTIONS } from "../support/ai-questions.ts";

const WANTED = 0.95;

describe("chooseRoute", () => {
  it(`finds way and tools of at least ${WANTED * 100} % of the questions`, () => {
    const wrong = QUESTIONS.filter(([question, route, ...tools]) => {
      const choice = chooseRoute(question);
      return choice.route !== route || choice.tools.join() !== tools.join();
    }).map(([question]) => `${question} -> ${chooseRoute(question).routeReason}`);
    expect(1 - wrong.length / QUESTIONS.length, wrong.join("\n")).toBeGreaterThanOrEqual(WANTED);
  });
});
