import { seeded } from "../../train/random.ts";

/**
 * Writes invented English: words of a Zipf vocabulary between real function words, in sentences,
 * paragraphs and documents of usual length. The same number always gives the same document.
 */
const VOCABULARY = 60_000;
/** The most frequent telling word is in about a third of the pieces, as in abstracts of papers. */
const OFFSET = 25;
const ZIPF = 1.05;
const FUNCTION_SHARE = 0.42;
const FUNCTION_WORDS =
  "the of and to in a is for on with as by that at from this are it be an".split(" ");
const ONSETS = "b c d f g h l m n p r s t v br cr dr fl gr pl pr sp st tr th ch".split(" ");
const NUCLEI = ["a", "e", "i", "o", "u", "ai", "ea", "io", "ou"];
const CODAS = ["", "", "n", "r", "s", "l", "t", "m", "nd", "st", "ck"];
const ENDINGS = ["", "", "", "s", "ing", "ed", "ation", "er", "ly", "al", "ness", "ity"];
const SENTENCE = { least: 10, spread: 14 };
const QUESTION_WORDS = 6;
/** Makes very different seeds of numbers that follow each other. */
const SEED_SPREAD = 2_654_435_761;

export interface Invented {
  title: string;
  text: string;
}

const words = Array.from({ length: VOCABULARY }, (_, at) => inventWord(at));
const shares = cumulate();

/** Writes a document of at least so many characters. */
export function writeText(number: number, characters: number): Invented {
  const random = randomFrom(number + 1);
  const sentences: string[] = [];
  let length = 0;
  while (length < characters) {
    const sentence = writeSentence(random);
    sentences.push(sentence);
    length += sentence.length + 1;
  }
  return { title: `${pick(random)} ${pick(random)} ${pick(random)}`, text: sentences.join(" ") };
}

/** Makes a question of words from one sentence of a text, as somebody would who looks for it. */
export function askAbout(text: string, number: number): string {
  const random = randomFrom(number + 77);
  const sentences = text.split(". ");
  const sentence = sentences[Math.floor(random() * sentences.length)] ?? text;
  const telling = sentence
    .toLowerCase()
    .replaceAll(".", "")
    .split(" ")
    .filter((word) => !FUNCTION_WORDS.includes(word))
    .slice(0, QUESTION_WORDS);
  return `What is the ${telling.join(" of ")}?`;
}

function writeSentence(random: () => number): string {
  const length = SENTENCE.least + Math.floor(random() * SENTENCE.spread);
  const line = Array.from({ length }, () =>
    random() < FUNCTION_SHARE
      ? (FUNCTION_WORDS[Math.floor(random() * FUNCTION_WORDS.length)] ?? "the")
      : pick(random),
  ).join(" ");
  return `${line.charAt(0).toUpperCase()}${line.slice(1)}.`;
}

function pick(random: () => number): string {
  const wanted = random();
  let [low, high] = [0, VOCABULARY - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((shares[middle] ?? 1) < wanted) low = middle + 1;
    else high = middle;
  }
  return words[low] ?? "";
}

function inventWord(rank: number): string {
  const random = randomFrom(rank * 7_919 + 13);
  const of = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? "";
  const syllables = rank < 200 ? 2 : 2 + Math.floor(random() * 2);
  const body = Array.from({ length: syllables }, () => of(ONSETS) + of(NUCLEI)).join("");
  return body + of(CODAS) + of(ENDINGS);
}

function cumulate(): Float64Array {
  const sums = new Float64Array(VOCABULARY);
  let sum = 0;
  for (let rank = 0; rank < VOCABULARY; rank += 1) {
    sum += 1 / (rank + OFFSET) ** ZIPF;
    sums[rank] = sum;
  }
  return sums.map((value) => value / sum);
}

function randomFrom(number: number): () => number {
  return seeded(Math.imul(number, SEED_SPREAD));
}
