import * as z from "zod";
import { readAnswer, readWhole } from "../providers/read-answer.ts";
import type { Outside } from "../providers/call-provider.ts";

/**
 * More than one piece of text takes as uncompressed sound in Base64, or the words of an hour with their
 * times.
 */
const MOST_BYTES = 32 * 1024 * 1024;
const DAY_SECONDS = 86_400;
/** The content types of a server, or a proxy before it, that sends a message instead of audio. */
const DOCUMENT = /^(?:text\/html|(?:text|application)\/(?:[\w.-]+\+)?(?:json|xml))\b/i;
const TOKEN = /^[\w.~+/=-]+$/;

/**
 * A length of time. A negative one would give back what others used; a day is far more than may be
 * sent.
 */
export function lengthIn(unitsPerSecond: number) {
  return z
    .number()
    .min(0)
    .max(DAY_SECONDS * unitsPerSecond);
}

/** A field that is good to know. If it cannot be read, an answer that is paid must not be lost. */
export function beside<T extends z.ZodType>(form: T) {
  return form.optional().catch(undefined);
}

/** The lifetime of a token. */
export const lifetime = z.number().positive().max(DAY_SECONDS);
export const tokenText = z.string().regex(TOKEN);

/** Reads and judges the answers of one provider of speech. Undefined if there is no good answer. */
export function speechReader(provider: string, outside: Outside) {
  const reading = { provider, most: MOST_BYTES };
  return {
    json: async <T extends z.ZodType>(answer: Response | undefined, form: T) =>
      answer && readAnswer(answer, outside, { ...reading, form }),
    audio: async (answer: Response | undefined) =>
      answer &&
      readWhole(answer, outside, {
        ...reading,
        isGood: ({ length }) =>
          length > 0 && !DOCUMENT.test(answer.headers.get("content-type") ?? ""),
      }),
    token: async (answer: Response | undefined) => {
      const isGood = (bytes: Uint8Array) => TOKEN.test(new TextDecoder().decode(bytes));
      const bytes = answer && (await readWhole(answer, outside, { ...reading, isGood }));
      return bytes && new TextDecoder().decode(bytes);
    },
  };
}
