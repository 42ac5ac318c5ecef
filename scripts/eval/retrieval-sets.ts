import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findSharedData } from "../find-shared-data.ts";
import type { Language } from "../../src/ai/text/guess-language.ts";
import type { NewDocument } from "../../src/ai/knowledge/write-document.ts";

export interface Question {
  text: string;
  relevant: Set<string>;
  article: number;
  answers: string[];
}

export interface RetrievalSet {
  name: string;
  documents: (NewDocument & { article: number })[];
  questions: Question[];
}

/** Finds the public data. If it is undefined, the caller says that it was skipped. */
export function findRetrievalData(): string | undefined {
  const folder = findSharedData("retrieval");
  return folder && join(folder, "retrieval");
}

export function readSciFact(folder: string): RetrievalSet {
  const relevant = new Map<string, Set<string>>();
  for (const line of linesOf(join(folder, "scifact", "qrels.txt"))) {
    const [query = "", , document = "", grade] = line.split(/\s+/);
    if (Number(grade) > 0) relevant.set(query, (relevant.get(query) ?? new Set()).add(document));
  }
  return {
    name: "SciFact",
    documents: linesOf(join(folder, "scifact", "corpus.jsonl")).map((line) => {
      const { id, title, text } = JSON.parse(line) as { id: string; title: string; text: string };
      return { ...aDocument(id, title, text, "en"), article: Number(id) };
    }),
    questions: linesOf(join(folder, "scifact", "queries.tsv")).map((line) => {
      const [id = "", text = ""] = line.split("\t");
      return { text, relevant: relevant.get(id) ?? new Set(), article: Number(id), answers: [] };
    }),
  };
}

/** Makes titles the questions for their own abstracts, as data to choose weights on. */
export function titlesAsQuestions({ documents }: RetrievalSet, every: number): RetrievalSet {
  return {
    name: "titles of SciFact's corpus",
    documents: documents.map((document) => ({ ...document, title: "" })),
    questions: documents
      .filter(({ title }, at) => at % every === 0 && title.length > 20)
      .map(({ id, title, article }) => ({
        text: title,
        relevant: new Set([id]),
        article,
        answers: [],
      })),
  };
}

interface Xquad {
  data: {
    paragraphs: {
      context: string;
      qas: { question: string; answers: { text: string }[] }[];
    }[];
  }[];
}

export function readXquad(folder: string, language: Language): RetrievalSet {
  const { data } = JSON.parse(
    readFileSync(join(folder, `xquad.${language}.json`), "utf8"),
  ) as Xquad;
  const set: RetrievalSet = { name: `XQuAD-${language}`, documents: [], questions: [] };
  for (const [article, { paragraphs }] of data.entries()) {
    for (const [at, { context, qas }] of paragraphs.entries()) {
      const id = `${article}-${at}`;
      set.documents.push({ ...aDocument(id, "", context, language), article });
      for (const { question, answers } of qas) {
        set.questions.push({
          text: question,
          relevant: new Set([id]),
          article,
          answers: answers.map(({ text }) => text),
        });
      }
    }
  }
  return set;
}

export function aDocument(
  id: string,
  title: string,
  text: string,
  language: Language,
): NewDocument {
  return {
    id,
    external_id: null,
    title,
    text,
    language,
    source: "evaluation",
    url: null,
    mime_type: "text/plain",
    tags: "[]",
    hash: "",
    version: 1,
    removed: 0,
    expires_at: null,
    created_at: 0,
    updated_at: 0,
  };
}

function linesOf(file: string): string[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "");
}
