import { sha256 } from "../../platform/index.ts";
import { citationOf, type Citation, type Quotable } from "../answer/citation.ts";
import { RISK_LIMIT } from "../knowledge/write-document.ts";
import { Mask } from "../personal/mask.ts";
import { guessTokens } from "../providers/count-tokens.ts";
import type { Language } from "../text/guess-language.ts";
import { templateOf, type Prompt } from "./builtin.ts";
import { fillTemplate } from "./check-template.ts";
import { makeFence } from "./make-fence.ts";

/** The most characters of documents in a prompt: about six thousand tokens. */
const MOST_CONTEXT = 24_000;

interface BuiltPrompt {
  system: string;
  messages: { role: "user"; content: string }[];
  variables: Record<string, string>;
  sha256: string;
}

export interface Findings {
  hits: readonly Quotable[];
  language: Language;
}

export interface Built {
  prompt: BuiltPrompt;
  tokensEstimate: number;
  documents: Citation[];
  flagged: { documentId: string; rule: string }[];
  /** How many unseen characters were removed from the documents that were found. */
  removedCharacters: number;
  /** Puts the masked personal data back into an answer. */
  mask: Mask;
}

/**
 * Builds what a model is sent. Documents stand between fences that nobody can guess, and those with
 * instructions for a model are left out.
 */
export function buildPrompt(prompt: Prompt, question: string, { hits, language }: Findings): Built {
  const fence = makeFence();
  const flagged = hits
    .filter(({ piece }) => piece.risk >= RISK_LIMIT)
    .flatMap(({ piece }) =>
      piece.rules.split(" ").map((rule) => ({ documentId: piece.document_id, rule })),
    );
  const used = fitContext(hits.filter(({ piece }) => piece.risk < RISK_LIMIT));
  const system = fillTemplate(templateOf(prompt, language), {
    ...prompt.variables,
    fence,
    language,
  });
  const mask = new Mask();
  // The documents first: a value is restored as it was spelt first, and answers are checked by them.
  const maskedDocuments = writeDocuments(used, fence, mask);
  const maskedQuestion = mask.hide(question);
  const content = `${maskedDocuments}\n\n${ASKED[language]}: ${maskedQuestion}`;
  const variables = { ...prompt.variables, fence, language, question: maskedQuestion };
  return {
    prompt: {
      system,
      messages: [{ role: "user", content }],
      variables,
      sha256: sha256(`${system}\n${content}`),
    },
    tokensEstimate: guessTokens([system + content]),
    documents: used.map((hit) => citationOf(hit, { start: 0, end: hit.piece.text.length })),
    flagged,
    removedCharacters: removedFrom(hits),
    mask,
  };
}

const ASKED: Record<Language, string> = { en: "Question", es: "Pregunta" };

/** Counts each document once, because several pieces may be of one document. */
function removedFrom(hits: readonly Quotable[]): number {
  const documents = new Map(hits.map(({ piece }) => [piece.document_id, piece.removed]));
  return [...documents.values()].reduce((sum, removed) => sum + removed, 0);
}

function fitContext(hits: readonly Quotable[]): Quotable[] {
  let size = 0;
  return hits.filter(({ piece }) => {
    size += piece.text.length;
    return size <= MOST_CONTEXT;
  });
}

/** The texts alone are masked: the random name of a fence may read like an account number. */
function writeDocuments(hits: readonly Quotable[], fence: string, mask: Mask): string {
  return hits
    .map(({ piece }, at) => `<${fence} number="${at + 1}">\n${mask.hide(piece.text)}\n</${fence}>`)
    .join("\n");
}
