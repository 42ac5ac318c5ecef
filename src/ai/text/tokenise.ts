import { fold } from "./fold.ts";
import { hasUnspaced, pairsIn, UNSPACED_RUN } from "./unspaced.ts";

export const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

export interface Token {
  /** The word in folded form. */
  word: string;
  start: number;
  end: number;
}

/** The words of a text with their places. Writing without blanks gives pairs of letters. */
export function tokenise(text: string): Token[] {
  const tokens: Token[] = [];
  const isMixed = hasUnspaced(text);
  for (const match of text.matchAll(WORD)) {
    const [found] = match;
    if (isMixed) cutRuns(found, match.index, tokens);
    else tokens.push({ word: fold(found), start: match.index, end: match.index + found.length });
  }
  return tokens;
}

export function wordsOf(text: string): string[] {
  if (hasUnspaced(text)) return tokenise(text).map(({ word }) => word);
  return (text.match(WORD) ?? []).map(fold);
}

/** Words in writing without blanks, whole, as the first analyser took them. */
export function runsOf(text: string): string[] {
  return (text.match(WORD) ?? []).filter(hasUnspaced).map(fold);
}

function cutRuns(found: string, from: number, tokens: Token[]): void {
  for (const run of found.matchAll(UNSPACED_RUN)) {
    const [text] = run;
    const start = from + run.index;
    if (hasUnspaced(text)) tokens.push(...pairsIn(text, start));
    else tokens.push({ word: fold(text), start, end: start + text.length });
  }
}
