import { describe, expect, it } from "vitest";
import { chooseRoute } from "../../src/ai/chat/choose-route.ts";
import { QUESTIONS } from "../support/ai-questions.ts";
import { UNSEEN } from "../support/ai-unseen-questions.ts";

const WANTED = 0.95;

describe("chooseRoute", () => {
  it.each([
    ["project's own", QUESTIONS],
    ["unseen", UNSEEN],
  ])(
    `chooses the right route and tools for at least ${WANTED * 100} %% of the %s questions`,
    (_name, questions) => {
      const wrong = questions
        .filter(([question, route, ...tools]) => {
          const choice = chooseRoute(question);
          return choice.route !== route || choice.tools.join() !== tools.join();
        })
        .map(([question]) => `${question} -> ${chooseRoute(question).routeReason}`);
      expect(1 - wrong.length / questions.length, wrong.join("\n")).toBeGreaterThanOrEqual(WANTED);
    },
  );

  it.each(["¿Cómo está mi cliente?", "Dame el estado del cliente", "¿Todo bien con el cliente?"])(
    "calls GetTenantStatus for the portal's Spanish word for a tenant: %s",
    (question) => expect(chooseRoute(question).tools).toEqual(["GetTenantStatus"]),
  );
});
