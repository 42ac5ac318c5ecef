import type { Language } from "../text/guess-language.ts";
import { fold } from "../text/fold.ts";
import { splitSentences, type Span } from "../text/split-sentences.ts";
import { termsOf } from "../text/terms.ts";
import type { Retrieved } from "../knowledge/retrieved.ts";
import type { Hit } from "../knowledge/search/search.ts";
import { RISK_LIMIT } from "../knowledge/write-document.ts";
import { citationOf, type Citation } from "./citation.ts";
import { Citer, withoutMarks } from "./citer.ts";
import { withoutHtml } from "./markup.ts";

/**
 * Below this confidence the answer is that the documents do not say. No sentence is quoted from a piece
 * below it, because the answer would have the confidence of a better piece.
 */
const LEAST_CONFIDENCE = 0.2;
const READ_HITS = 3;
/** A second sentence is quoted if its score is at least this share of the best one's. */
const NEARLY = 0.8;
const MOST_SENTENCES = 2;
const TYPE_BONUS = 0.15;
const PLACE_BONUS = 0.2;
/** Shares of a question that are summed in another order may differ by this. */
const ROUNDING = 1e-9;
const WORD = /[\p{L}\p{N}]/u;
const HEADING = /^#{1,6}\s/;

/** What an answer to each kind of question usually contains. */
const SHAPES: readonly { question: RegExp; answer: RegExp }[] = [
  {
    question: /\b(?:cuant[oa]s?|how (?:many|much|long|often)|que porcentaje|what percentage)\b/,
    answer: /\d|\b(?:one|two|three|four|five|six|ten|uno|dos|tres|cuatro|cinco|seis|diez)\b/i,
  },
  {
    question: /\b(?:cuando|when|what (?:year|date|day)|que (?:ano|dia|fecha)|en que ano)\b/,
    answer: /\b\d{1,4}\b/,
  },
  {
    question: /\b(?:quien(?:es)?|who|whom|whose|donde|where)\b/,
    answer: /(?<=\S\s)\p{Lu}\p{Ll}+/u,
  },
];

const NOTHING: Record<Language, string> = {
  en: "The documents at hand do not answer this question.",
  es: "Los documentos disponibles no responden a esta pregunta.",
};

export interface Answer {
  answer: string;
  citations: Citation[];
  confidence: number;
}

interface Candidate {
  hit: Hit;
  span: Span;
  score: number;
}

interface Chosen {
  citation: Citation;
  sentence: string;
}

/**
 * Answers with sentences of the documents. Each is cited and quoted whole, except that its own marks,
 * images and tags are removed, because they could be taken for ours.
 */
export function composeAnswer(question: string, retrieved: Retrieved): Answer {
  const { language } = retrieved;
  const safe = retrieved.hits.filter(({ piece }) => piece.risk < RISK_LIMIT);
  const best = safe[0]?.score ?? 0;
  const chosen = best < LEAST_CONFIDENCE ? [] : chooseSentences(question, retrieved, safe);
  if (chosen.length === 0) {
    return {
      answer: NOTHING[language],
      citations: [],
      confidence: Math.min(best, LEAST_CONFIDENCE),
    };
  }
  return {
    answer: chosen.map(({ sentence }, at) => `${sentence} [${at + 1}]`).join(" "),
    citations: chosen.map(({ citation }) => citation),
    // The likeliest sentence need not be of the first piece, and what is not quoted vouches for nothing.
    confidence: Math.max(...chosen.map(({ citation }) => citation.score)),
  };
}

function chooseSentences(question: string, retrieved: Retrieved, hits: Hit[]): Chosen[] {
  const ranked = rankSentences(question, retrieved, hits);
  const [best] = ranked;
  if (best === undefined) return [];
  const fitting = ranked.filter(
    ({ hit, score }) =>
      score >= best.score * NEARLY &&
      // The same page in two languages would be quoted twice.
      hit.piece.language === best.hit.piece.language &&
      !saysLess(hit, best.hit),
  );
  // What no longer counts would contradict what does.
  const counting = fitting.filter(({ hit }) => hit.outdated !== true);
  const chosen: Chosen[] = [];
  for (const { hit, span } of counting.length > 0 ? counting : fitting) {
    if (chosen.length === MOST_SENTENCES) break;
    const citation = citationOf(hit, span);
    const sentence = quote(citation);
    if (WORD.test(sentence) && chosen.every((other) => other.sentence !== sentence)) {
      chosen.push({ citation, sentence });
    }
  }
  return chosen;
}

/**
 * Whether a piece of another document lacks words of the question that this one has. The same sentence
 * about another product would contradict the first.
 */
function saysLess({ piece, support }: Hit, best: Hit): boolean {
  const isElsewhere = piece.document_id !== best.piece.document_id;
  return isElsewhere && support.coverage < best.support.coverage - ROUNDING;
}

/** Sentences of the first hits that have a word of the question, the likeliest answer first. */
function rankSentences(question: string, retrieved: Retrieved, hits: Hit[]): Candidate[] {
  const weights = new Map(retrieved.terms.map(({ term, weight }) => [term, weight]));
  const total = Math.max(
    Number.MIN_VALUE,
    [...weights.values()].reduce((sum, weight) => sum + weight, 0),
  );
  const wanted = answerShape(question);
  const top = hits[0]?.rank ?? 1;
  const scoreOf = (text: string, { rank }: Hit): number => {
    let covered = 0;
    for (const term of new Set(termsOf(text, retrieved.language))) {
      covered += weights.get(term) ?? 0;
    }
    const fits = wanted?.test(text) === true ? TYPE_BONUS : 0;
    const place = (PLACE_BONUS * rank) / top;
    return covered === 0 ? 0 : covered / total + fits + place;
  };
  return hits
    .slice(0, READ_HITS)
    .filter(({ score }) => score >= LEAST_CONFIDENCE)
    .flatMap((hit) =>
      splitSentences(hit.piece.text)
        .map((span) => ({ span, text: hit.piece.text.slice(span.start, span.end) }))
        .filter(({ text }) => !HEADING.test(text))
        .map(({ span, text }) => ({ hit, span, score: scoreOf(text, hit) })),
    )
    .sort((a, b) => b.score - a.score)
    .filter(({ score }) => score > 0);
}

function quote(citation: Citation): string {
  const plain = withoutMarks(withoutHtml(citation.snippet));
  return new Citer([citation]).cite(plain).replace(/ {2,}/g, " ").trim();
}

function answerShape(question: string): RegExp | undefined {
  const folded = fold(question);
  return SHAPES.find((shape) => shape.question.test(folded))?.answer;
}
