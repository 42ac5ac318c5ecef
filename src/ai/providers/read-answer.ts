import type * as z from "zod";
import { collectBytes, parseJson } from "../../http/index.ts";
import { noteFailure, noteSuccess } from "./breaker.ts";
import { isCutOff, type Order, type Outside } from "./call-provider.ts";

/** Far above what the token limit allows, however it is encoded. */
export const MOST_ANSWER_BYTES = 1024 * 1024;

interface Reading extends Pick<Order, "provider" | "signal"> {
  most?: number;
}

type Noting = Pick<Outside, "now" | "note">;

/**
 * An answer as JSON of this form, or undefined. A server that sends without an end, falls silent after
 * its headers, or sends something else has failed, and its breaker counts it.
 */
export async function readAnswer<T extends z.ZodType>(
  answer: Response,
  outside: Noting,
  { form, ...reading }: Reading & { form: T },
): Promise<z.output<T> | undefined> {
  const bytes = await takeBody(answer, outside, reading);
  if (bytes === undefined) return undefined;
  const read = form.safeParse(parseJson(new TextDecoder().decode(bytes)));
  if (read.success) noteSuccess(reading.provider);
  else noteFailure(reading.provider, outside.now());
  return read.data;
}

/** As `readAnswer`, for an answer in bytes that `isGood` judges. */
export async function readWhole(
  answer: Response,
  outside: Noting,
  { isGood, ...reading }: Reading & { isGood: (bytes: Uint8Array) => boolean },
): Promise<Uint8Array | undefined> {
  const body = await takeBody(answer, outside, reading);
  if (body === undefined) return undefined;
  const bytes = new Uint8Array(body);
  if (isGood(bytes)) {
    noteSuccess(reading.provider);
    return bytes;
  }
  noteFailure(reading.provider, outside.now());
  return undefined;
}

async function takeBody(
  { body, status }: Response,
  { now, note }: Noting,
  { provider, signal, most = MOST_ANSWER_BYTES }: Reading,
): Promise<ArrayBuffer | undefined> {
  try {
    return await collectBytes(body, most, () => new Error("an answer without an end"));
  } catch (error) {
    if (signal?.aborted === true) return undefined;
    noteFailure(provider, now());
    note?.({ status, givenUp: isCutOff(error) });
    return undefined;
  }
}
