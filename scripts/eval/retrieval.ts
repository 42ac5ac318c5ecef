import { Remembered } from "../../src/ai/knowledge/search/remembered.ts";
import { search } from "../../src/ai/knowledge/search/search.ts";
import { confidenceCases, sideOf } from "./confidence-cases.ts";
import type { Evaluation } from "./evaluation.ts";
import { saySkipped } from "../find-shared-data.ts";
import { indexDocuments } from "./index-set.ts";
import { auroc, calibrationError, ndcg, reciprocalRank } from "./measures.ts";
import { readOwnQuestions } from "./own-questions.ts";
import {
  findRetrievalData,
  readSciFact,
  readXquad,
  titlesAsQuestions,
  type RetrievalSet,
} from "./retrieval-sets.ts";

const DEPTH = 10;
const READ = 100;
/** How many pieces of text an answer is made of. */
const SHOWN = 5;
const TITLES_EVERY = 20;

interface Figure {
  name: string;
  value: number;
  /** The least or, for errors, the largest value that is allowed. */
  bound?: { least?: number; most?: number };
}

/** Runs the product's own search over public sets and our own; false if a figure misses its bound. */
function evaluateRetrieval(): boolean {
  const own = readOwnQuestions().flatMap((set, _at, all) => placeFigures(set, all));
  const figures = [...publicFigures(), ...own];
  for (const figure of figures) console.log(line(figure));
  return figures.every(holds);
}

function publicFigures(): Figure[] {
  const folder = findRetrievalData();
  if (folder === undefined) {
    console.log(saySkipped("all but our own questions", "retrieval"));
    return [];
  }
  const [sciFact, english, spanish] = [
    readSciFact(folder),
    readXquad(folder, "en"),
    readXquad(folder, "es"),
  ];
  return [
    { name: "SciFact nDCG@10", value: gainOf(sciFact), bound: { least: 0.7 } },
    { name: "XQuAD-es nDCG@10", value: gainOf(spanish), bound: { least: 0.965 } },
    { name: "XQuAD-en nDCG@10", value: gainOf(english), bound: { least: 0.97 } },
    {
      name: "XQuAD-es questions, XQuAD-en documents nDCG@10",
      value: gainOf({ ...english, questions: spanish.questions }),
    },
    {
      name: "XQuAD-en questions, XQuAD-es documents nDCG@10",
      value: gainOf({ ...spanish, questions: english.questions }),
    },
    {
      name: "titles as questions nDCG@10 (tuning data)",
      value: gainOf(titlesAsQuestions(sciFact, TITLES_EVERY)),
    },
    ...[spanish, english].flatMap(confidenceFigures),
    ...confidenceFigures({
      name: "XQuAD, both languages",
      documents: [spanish, english].flatMap((set) => renamed(set).documents),
      questions: [spanish, english].flatMap((set) => set.questions),
    }),
  ];
}

/** Figures of our own questions, among the documents of all these languages. */
function placeFigures({ name, questions }: RetrievalSet, all: readonly RetrievalSet[]): Figure[] {
  const documents = all.flatMap((set) => set.documents);
  const places = placesOf({ name, documents, questions }, reciprocalRank);
  const shown = places.filter((place) => place >= 1 / SHOWN).length / places.length;
  const about = `${name}, ${questions.length} own questions, ${documents.length} documents`;
  return [
    { name: `hits at ${SHOWN} (${about})`, value: shown },
    { name: `MRR (${about})`, value: meanOf(places) },
  ];
}

function gainOf(set: RetrievalSet): number {
  return meanOf(placesOf(set, (ids, relevant) => ndcg(ids, relevant, DEPTH)));
}

/** Returns for each question how good its list is. */
function placesOf(
  { documents, questions }: RetrievalSet,
  worth: (ids: readonly string[], relevant: ReadonlySet<string>) => number,
): number[] {
  const sql = indexDocuments(documents);
  const remembered = new Remembered();
  return questions.map(({ text, relevant }) => {
    const { hits } = search(sql, remembered, { query: text, top: READ, now: 0 });
    return worth([...new Set(hits.map(({ piece }) => piece.document_id))], relevant);
  });
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Figures of the confidence, on articles that were not used to choose weights. */
function confidenceFigures(set: RetrievalSet): Figure[] {
  const judged = confidenceCases(set, "report", []).map(({ score, answerable }) => ({
    score,
    right: answerable,
  }));
  const articles = new Set(
    set.documents.map(({ article }) => article).filter((one) => sideOf(one) === "report"),
  ).size;
  const about = `${set.name}, ${articles} unseen articles, ${judged.length} cases`;
  return [
    { name: `confidence ECE (${about})`, value: calibrationError(judged), bound: { most: 0.05 } },
    { name: `confidence AUROC (${about})`, value: auroc(judged), bound: { least: 0.94 } },
  ];
}

function renamed({ name, documents, questions }: RetrievalSet): RetrievalSet {
  return {
    name,
    documents: documents.map((document) => ({ ...document, id: `${name} ${document.id}` })),
    questions,
  };
}

function line({ name, value, bound }: Figure): string {
  const wanted =
    bound === undefined
      ? ""
      : bound.least === undefined
        ? ` (at most ${bound.most})`
        : ` (at least ${bound.least})`;
  const verdict = bound === undefined ? "    " : holds({ name, value, bound }) ? "ok  " : "MISS";
  return `${verdict} ${value.toFixed(4)}  ${name}${wanted}`;
}

function holds({ value, bound }: Figure): boolean {
  return value >= (bound?.least ?? -Infinity) && value <= (bound?.most ?? Infinity);
}

export const evaluation: Evaluation = {
  title: "search and confidence on public data, and own questions in four more languages",
  run() {
    if (!evaluateRetrieval()) process.exitCode = 1;
  },
};

if (import.meta.main) await evaluation.run();
