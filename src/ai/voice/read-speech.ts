import * as z from "zod";
import { readAnswer, readWhole } from "../providers/read-answer.ts";
import type { Outside } from "../providers/call-provider.ts";

/** Above what one piece of text is as plain sound in base64, or an hour's words with their times. */
const MOST_BYTES = 32 * 1024 * 1024;
const DAY_SECONDS = 86_400;
/** What stands for audio where a server, or one on the way to it, had something else to say. */
const DOCUMENT = /^(?:text\/html|(?:text|application)\/(?:[\w.-]+\+)?(?:json|xml))\b/i;
const TOKEN = /^[\w.~+/=-]+$/;

/** Less than nothing would give back what others used; a day is far above what may be sent. */
export function lengthIn(unitsPerSecond: number) {
  return z
    .number()
    .min(0)
    .max(DAY_SECONDS * unitsPerSecond);
}

/** What is good to know, but no reason to lose an answer that is paid. */
export function beside<T extends z.ZodType>(form: T) {
  return form.optional().catch(undefined);
}

/** How long a token counts. */
export const lifetime = z.number().positive().max(DAY_SECONDS);
export const tokenText = z.string().regex(TOKEN);

/** How the answers of one provider of speech are read and judged; undefined when it broke off. */
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
