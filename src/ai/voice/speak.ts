import { splitSentences } from "../text/split-sentences.ts";
import { wholeCut } from "../text/whole-cut.ts";
import type { Speech, Voice } from "./speech.ts";

const MARKUP = /<[/!?]?[a-z][^>]*>/gi;
/** Characters that XML does not allow, and halves of characters, which no provider takes. */
const UNSAYABLE = /[\p{Cc}\p{Cs}\ufffe\uffff]/gu;

/** The text without tags, which some engines would read as commands. */
export function plainSpeech(text: string): string {
  return text.replace(MARKUP, " ").replace(UNSAYABLE, " ").replace(/\s+/g, " ").trim();
}

/**
 * Speaks a text in as few calls as the engine allows, cut at sentences. The parts can be joined because
 * frames of MP3 may follow each other.
 */
export async function speak(
  speech: Speech,
  text: string,
  voice: Voice,
): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = [];
  for (const piece of piecesOf(text, speech.piece)) {
    const audio = await speech.synthesize(piece, voice);
    if (audio === undefined) return undefined;
    parts.push(audio);
  }
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export function piecesOf(text: string, most: number): string[] {
  const pieces: string[] = [];
  let current = "";
  for (const { start, end } of splitSentences(text)) {
    for (let from = start, to = start; from < end; from = to) {
      to = wholeCut(text, Math.min(end, from + most));
      const sentence = text.slice(from, to);
      if (current !== "" && current.length + 1 + sentence.length > most) {
        pieces.push(current);
        current = "";
      }
      current = current === "" ? sentence : `${current} ${sentence}`;
    }
  }
  if (current !== "") pieces.push(current);
  return pieces;
}
