import type * as z from "zod";
import { readAnswer, readWhole } from "../providers/read-answer.ts";
import type { Outside } from "../providers/call-provider.ts";

/** Above what one piece of text is as plain sound in base64, or an hour's words with their times. */
const MOST_BYTES = 32 * 1024 * 1024;

/** How the answers of one provider of speech are read and judged; undefined when it broke off. */
export function speechReader(provider: string, outside: Outside) {
  const reading = { provider, most: MOST_BYTES };
  return {
    json: async <T extends z.ZodType>(answer: Response | undefined, form: T) =>
      answer && readAnswer(answer, outside, { ...reading, form }),
    bytes: async (answer: Response | undefined) => answer && readWhole(answer, outside, reading),
  };
}
