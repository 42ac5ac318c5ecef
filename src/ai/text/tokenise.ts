import { fold } from "./fold.ts";

export const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

export interface Token {
  /** Folded. */
  word: string;
  start: number;
  end: number;
}

/** The words of a text with their places in it. */
export function tokenise(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(WORD)) {
    const [found] = match;
    tokens.push({ word: fold(found), start: match.index, end: match.index + found.length });
  }
  return tokens;
}

export function wordsOf(text: string): string[] {
  return (text.match(WORD) ?? []).map(fold);
}
