import { database, timeOf, given } from "../../platform/index.ts";
import { saveProposals } from "../actions/store.ts";
import type { Written } from "../answer/write-answer.ts";
import type { Retrieved } from "../knowledge/retrieved.ts";
import type { Search } from "../knowledge/search/search.ts";
import type { Caller } from "../caller.ts";
import { DEFAULT_TOP } from "../schemas.ts";
import { guessLanguage, knownLanguage, type Language } from "../text/guess-language.ts";
import { runTool } from "../tools/run-tool.ts";
import type { Finding } from "../tools/tool.ts";
import type { Choice } from "./choose-route.ts";
import { offer } from "./offer.ts";
import type { ChatAnswer } from "./answers.ts";
import type { Chat } from "./schemas.ts";

/** The confidence in a tool whose data is old. A tool with fresh data has 1. */
const STALE_CONFIDENCE = 0.5;

export interface ChatCall extends Pick<
  Caller,
  "env" | "platform" | "tenantId" | "userId" | "traceId"
> {
  /** The person behind the user, if that is known. */
  personId: string | null;
  choice: Choice;
  now: number;
  find: (ask: Search) => Promise<Retrieved>;
  /** Writes an answer from what was found. */
  write: (found: Retrieved) => Promise<Written>;
  /**
   * Called with what the tools found before the answer is written. `more` says whether an answer from
   * documents follows.
   */
  onFindings?: (findings: readonly Finding[], more: boolean) => void;
}

export interface ChatOutcome {
  body: ChatAnswer;
  written: Written | undefined;
}

/**
 * Answers a question on its route: asks tools and documents, and stores the actions that need
 * approval.
 */
export async function answerChat(order: Chat, call: ChatCall): Promise<ChatOutcome> {
  const { env, tenantId, userId, personId, traceId, choice, now } = call;
  const language = knownLanguage(order.language) ?? guessLanguage(order.query);
  const { findings, written } = await askAll(order, call, language);
  const ragAnswer = written?.answer;
  const citations = ragAnswer?.citations ?? [];
  const { cards, actions, proposals } = offer(findings, citations, choice.route, language, now);
  await saveProposals(database(env), proposals, { tenantId, userId, personId, traceId, now });
  const texts = [...findings.map(({ result }) => result.evidence), ragAnswer?.answer ?? ""];
  const body: ChatAnswer = {
    traceId,
    tenantId,
    userId,
    route: choice.route,
    routeReason: choice.routeReason,
    answer: texts.filter((text) => text !== "").join(" "),
    citations,
    cards,
    actions,
    confidence: Math.min(ragAnswer?.confidence ?? 1, ...findings.map(confidenceOf)),
    tool_results: findings.map(({ result }) => result),
    proposed_actions: proposals.map(({ action }) => action),
    receivedAt: timeOf(now),
    ...given({ modelUsage: ragAnswer?.modelUsage }),
  };
  return { body, written };
}

/**
 * Asks tools and documents at the same time. If somebody listens to the stream, the answer is written
 * only after it was told what the tools found.
 */
async function askAll(
  order: Chat,
  { env, tenantId, now, platform, choice, find, write, onFindings }: ChatCall,
  language: Language,
): Promise<{ findings: Finding[]; written: Written | undefined }> {
  const { route, tools } = choice;
  const running = Promise.all(
    tools.map((tool) => runTool(tool, { env, tenantId, language, now, platform })),
  ).then((findings) => {
    onFindings?.(findings, route !== "agent");
    return findings;
  });
  if (route === "agent") return { findings: await running, written: undefined };
  const finding = find({
    query: order.query,
    top: order.maxDocuments ?? DEFAULT_TOP,
    now,
    language: knownLanguage(order.language),
    favoured: namesOnPage(order),
    answering: true,
  });
  const found =
    onFindings === undefined ? finding : Promise.all([finding, running]).then(([pieces]) => pieces);
  const [findings, written] = await Promise.all([running, found.then(write)]);
  return { findings, written };
}

/**
 * The page and the thing on it that the user is looking at. This only changes the order of documents.
 */
function namesOnPage({ pageSegment, selectedEntityId, mlUseCase }: Chat): string[] {
  return [pageSegment, selectedEntityId, mlUseCase].flatMap((name) => (name ? [name] : []));
}

function confidenceOf({ known, fresh }: Finding): number {
  if (!known) return 0;
  return fresh ? 1 : STALE_CONFIDENCE;
}
