import { HeldText } from "../../platform/index.ts";

/** Far above what the token limit lets through, however it is written. */
export const MOST_ANSWER_BYTES = 1024 * 1024;

/** An answer as JSON; undefined if it is none. A server may send without an end. */
export async function readAnswer({ body }: Response, most = MOST_ANSWER_BYTES): Promise<unknown> {
  const decoder = new TextDecoder();
  const text = new HeldText();
  let size = 0;
  try {
    for await (const chunk of body ?? []) {
      size += chunk.byteLength;
      if (size > most) return undefined;
      text.add(decoder.decode(chunk, { stream: true }));
    }
    return JSON.parse(text.take() + decoder.decode()) as unknown;
  } catch {
    return undefined;
  }
}
