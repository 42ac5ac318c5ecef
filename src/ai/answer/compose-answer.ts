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

/** Below this probability the honest answer is that the documents do not say. */
const LEAST_CONFIDENCE = 0.2;
const READ_HITS = 3;
/** A second sentence is quoted if it is nearly as good as the best. */
const NEARLY = 0.8;
const MOST_SENTENCES = 2;
const TYPE_BONUS = 0.15;
const PLACE_BONUS = 0.2;
const WORD = /[\p{L}\p{N}]/u;

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
  text: string;
  score: number;
}

interface Chosen {
  citation: Citation;
  said: string;
}

/**
 * Answers in the words of the documents: each sentence is cited where it stands, and quoted whole but
 * for its own marks, images and tags, which would pass for ours.
 */
export function composeAnswer(question: string, retrieved: Retrieved): Answer {
  const { language } = retrieved;
  const safe = retrieved.hits.filter(({ piece }) => piece.risk < RISK_LIMIT);
  const confidence = safe[0]?.score ?? 0;
  const chosen = confidence < LEAST_CONFIDENCE ? [] : chooseSentences(question, retrieved, safe);
  if (chosen.length === 0) {
    return {
      answer: NOTHING[language],
      citations: [],
      confidence: Math.min(confidence, LEAST_CONFIDENCE),
    };
  }
  return {
    answer: chosen.map(({ said }, at) => `${said} [${at + 1}]`).join(" "),
    citations: chosen.map(({ citation }) => citation),
    confidence,
  };
}

function chooseSentences(question: string, retrieved: Retrieved, hits: Hit[]): Chosen[] {
  const weights = new Map(retrieved.terms.map(({ term, weight }) => [term, weight]));
  const total = Math.max(
    Number.MIN_VALUE,
    [...weights.values()].reduce((sum, weight) => sum + weight, 0),
  );
  const wanted = answerShape(question);
  const top = hits[0]?.rank ?? 1;
  const candidates = hits.slice(0, READ_HITS).flatMap((hit) =>
    splitSentences(hit.piece.text)
      .filter(({ start, end }) => !/^#{1,6}\s/.test(hit.piece.text.slice(start, end)))
      .map((span): Candidate => {
        const text = hit.piece.text.slice(span.start, span.end);
        let covered = 0;
        for (const term of new Set(termsOf(text, retrieved.language))) {
          covered += weights.get(term) ?? 0;
        }
        const fits = wanted?.test(text) === true ? TYPE_BONUS : 0;
        const place = (PLACE_BONUS * hit.rank) / top;
        return { hit, span, text, score: covered === 0 ? 0 : covered / total + fits + place };
      }),
  );
  const best = candidates.sort((a, b) => b.score - a.score).filter(({ score }) => score > 0);
  const [first] = best;
  const least = (first?.score ?? 0) * NEARLY;
  const chosen: Chosen[] = [];
  for (const { hit, span, score } of best) {
    if (chosen.length === MOST_SENTENCES || score < least) break;
    // The same page in two languages would be said twice.
    if (hit.piece.language !== first?.hit.piece.language) continue;
    const citation = citationOf(hit, span);
    const said = quote(citation);
    if (WORD.test(said) && chosen.every((other) => other.said !== said)) {
      chosen.push({ citation, said });
    }
  }
  return chosen;
}

function quote(citation: Citation): string {
  const plain = withoutMarks(withoutHtml(citation.snippet));
  return new Citer([citation]).cite(plain).replace(/ {2,}/g, " ").trim();
}

/** What an answer to this kind of question usually has in it. */
function answerShape(question: string): RegExp | undefined {
  const asked = fold(question);
  if (
    /\b(?:cuant[oa]s?|how (?:many|much|long|often)|que porcentaje|what percentage)\b/.test(asked)
  ) {
    return /\d|\b(?:one|two|three|four|five|six|ten|uno|dos|tres|cuatro|cinco|seis|diez)\b/i;
  }
  if (/\b(?:cuando|when|what (?:year|date|day)|que (?:ano|dia|fecha)|en que ano)\b/.test(asked)) {
    return /\b\d{1,4}\b/;
  }
  if (/\b(?:quien(?:es)?|who|whom|whose|donde|where)\b/.test(asked)) {
    return /(?<=\S\s)\p{Lu}\p{Ll}+/u;
  }
  return undefined;
}
