import { uuidv7 } from "../../platform/index.ts";
import type { AskRagAnswer } from "../answer/answers.ts";
import type { Language } from "../text/guess-language.ts";
import type { Advice, Finding, ToolName } from "../tools/tool.ts";
import type { Route } from "./choose-route.ts";
import type { Action, Card } from "./answers.ts";

export interface Proposal {
  tool: ToolName;
  action: Action & { payload: Record<string, unknown> };
}

export interface Offer {
  cards: Card[];
  actions: Action[];
  proposals: Proposal[];
}

/** Makes cards and actions from what tools found. The text of documents never becomes an action. */
export function offer(
  findings: readonly Finding[],
  cited: AskRagAnswer["citations"],
  route: Route,
  language: Language,
  now: number,
): Offer {
  const made: Offer = { cards: [], actions: [], proposals: [] };
  for (const { result, advice } of findings) {
    for (const one of advice) {
      const action = actionOf(one, route, uuidv7(now));
      if (one.requiresApproval) {
        made.proposals.push({ tool: result.tool, action: { ...action, payload: one.payload } });
      } else made.actions.push(action);
      made.cards.push(cardOf(one, action, result.evidence));
    }
  }
  const [first] = cited;
  if (route !== "agent" && first !== undefined) {
    made.cards.push({
      id: uuidv7(now),
      title: first.title ?? TITLE[language],
      priority: "low",
      impact: "medium",
      effort: "low",
      evidence: first.snippet,
      cta: { label: "Ver pasos", action: `list:document:${first.id}` },
    });
  }
  return made;
}

const TITLE: Record<Language, string> = { en: "From the documents", es: "En los documentos" };

function actionOf(advice: Advice, source: Route, id: string): Action {
  const { title, description, category, requiresApproval } = advice;
  return { id, title, description, category, requiresApproval, source };
}

function cardOf(advice: Advice, action: Action, evidence: string): Card {
  const { title, priority, impact, effort, list } = advice;
  const cta =
    list === undefined
      ? { label: "Aplicar" as const, action: action.id }
      : { label: "Ver lista" as const, action: `list:${list}` };
  return { id: `card-${action.id}`, title, priority, impact, effort, evidence, cta };
}
