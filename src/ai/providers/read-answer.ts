import type * as z from "zod";
import { parseJson } from "../../http/index.ts";
import { HeldText } from "../../platform/index.ts";
import { noteFailure, noteSuccess } from "./breaker.ts";
import { isCutOff, type Order, type Outside } from "./call-provider.ts";

/** Far above what the token limit lets through, however it is written. */
export const MOST_ANSWER_BYTES = 1024 * 1024;

interface Reading<T extends z.ZodType> extends Pick<Order, "provider" | "signal"> {
  form: T;
  most?: number;
}

/**
 * An answer as JSON of this form; undefined if it is none. A server may send without an end, fall
 * silent behind its headers, or send something else, all of which count as its failure.
 */
export async function readAnswer<T extends z.ZodType>(
  { body, status }: Response,
  { now, note }: Pick<Outside, "now" | "note">,
  { provider, signal, form, most = MOST_ANSWER_BYTES }: Reading<T>,
): Promise<z.output<T> | undefined> {
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
  const read = form.safeParse(parseJson(text.take() + decoder.decode()));
  if (read.success) noteSuccess(provider);
  else noteFailure(provider, now());
  return read.data;
}
