import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { guessLanguage } from "../../src/ai/text/guess-language.ts";
import { aDocument, type RetrievalSet } from "./retrieval-sets.ts";

const FOLDER = join(import.meta.dirname, "../../corpus/questions");
const TABLE = ".tsv";

/** Reads documents with a question each, in languages for which there is no public set. */
export function readOwnQuestions(): RetrievalSet[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith(TABLE))
    .sort()
    .map((file) => readSet(file.slice(0, -TABLE.length)));
}

function readSet(name: string): RetrievalSet {
  const set: RetrievalSet = { name, documents: [], questions: [] };
  const lines = readFileSync(join(FOLDER, name + TABLE), "utf8")
    .trim()
    .split("\n");
  for (const [article, line] of lines.entries()) {
    const [question = "", text = ""] = line.split("\t");
    const id = `${name}-${article}`;
    set.documents.push({ ...aDocument(id, "", text, guessLanguage(text)), article });
    set.questions.push({ text: question, relevant: new Set([id]), article, answers: [] });
  }
  return set;
}
