import { parseJson } from "../../http/index.ts";
import { HeldText } from "../../platform/index.ts";
import { noteFailure, noteSuccess } from "./breaker.ts";
import { isCutOff, type Order, type Outside } from "./call-provider.ts";

/** Far above what the token limit lets through, however it is written. */
export const MOST_ANSWER_BYTES = 1024 * 1024;

/**
 * An answer as JSON; undefined if it is none. A server may send without an end, or fall silent behind
 * its headers, which counts as its failure.
 */
export async function readAnswer(
  { body, status }: Response,
  { now, note }: Pick<Outside, "now" | "note">,
  { provider, signal }: Pick<Order, "provider" | "signal">,
  most = MOST_ANSWER_BYTES,
): Promise<unknown> {
  const decoder = new TextDecoder();
  const text = new HeldText();
  let size = 0;
  try {
    for await (const chunk of body ?? []) {
      size += chunk.byteLength;
      if (size > most) throw new Error("an answer without an end");
      text.add(decoder.decode(chunk, { stream: true }));
    }
  } catch (error) {
    if (signal?.aborted === true) return undefined;
    noteFailure(provider, now());
    note?.({ status, givenUp: isCutOff(error) });
    return undefined;
  }
  noteSuccess(provider);
  return parseJson(text.take() + decoder.decode());
}
