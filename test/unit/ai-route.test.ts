import { describe, expect, it } from "vitest";
import { chooseRoute } from "../../src/ai/chat/choose-route.ts";
import { QUESTIONS } from "../support/ai-questions.ts";
import { TWO_PARTS } from "../support/ai-two-part-questions.ts";
import { UNSEEN } from "../support/ai-unseen-questions.ts";

const WANTED = 0.95;

describe("chooseRoute", () => {
  it.each([
    ["project's own", QUESTIONS],
    ["unseen", UNSEEN],
    ["double", TWO_PARTS],
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

  it.each([
    "How many licenses are left, and who leads the network team?",
    "Who leads the network team and how many licenses are left?",
    "What is the port of the VPN, and how many licenses do we have?",
    "Show me the licenses and tell me the opening hours of the office",
    "¿Cuántas licencias quedan y a qué hora abre la cafetería?",
    "¿Quién no tiene MFA? ¿Cuándo cierra la oficina de Madrid?",
    "How many licenses are left, and what is the name of the mail server?",
    "How many licenses are left, and what is the email of the helpdesk?",
    "How is the fleet doing? Where do I return a broken monitor?",
    "How many licenses are left, and who is the head of IT support?",
    "¿Cuántas licencias quedan y cuántas vacaciones hay en Bilbao?",
    "Quem não tem MFA? Quando fecha o escritório de Lisboa?",
  ])("asks the documents too if one of two questions is about something else: %s", (question) =>
    expect(chooseRoute(question).route).toBe("mixed"),
  );

  it.each([
    "How many licenses do we have and how many are used?",
    "How many licenses are left and which ones expire soon?",
    "How many licenses do we have and how much do they cost?",
    "Which admins have no MFA and who are they?",
    "How is my tenant doing and how many agents are connected today?",
    "¿Cuántas licencias tenemos, cuántas usamos y cuántas sobran?",
    "¿Cómo está mi tenant y qué agentes están caídos?",
    "How many E3 licenses do we have and how many Power BI Pro do we use?",
    "Which licenses are unused and how much money do we waste?",
    "What is our secure score and what is the maximum score?",
    "Are all agents online? Which machines are not reporting?",
    "Are any agents offline? When did they last connect?",
    "Who does not have MFA enabled and when did they last sign in?",
    "Show the MFA status, and give me the percentage of compliant users",
    "¿Cuántas licencias tenemos y cuáles son de Microsoft 365 E5?",
    "¿Qué usuarios no tienen MFA y en qué departamento trabajan?",
    "¿Quién no tiene MFA? Dime nombre y correo",
    "¿Qué SKU tenemos y cuál es el precio mensual?",
  ])("asks no document if both are about the same: %s", (question) =>
    expect(chooseRoute(question).route).toBe("agent"),
  );
});
