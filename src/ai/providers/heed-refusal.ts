import { collectBytes } from "../../http/index.ts";
import { LATE, remember, withinTime } from "../../platform/index.ts";

/** The field for the longest answer on servers of models that reason, which refuse the older name. */
const NEWER = "max_completion_tokens";
/** Mistral's servers refuse this field: their streams say what they used without it. */
const COUNTS = "stream_options";
const NAMED = [NEWER, COUNTS];
/**
 * The field as it was sent. Some servers repeat the whole request in their refusal, as their own
 * language prints it.
 */
const SENT = /stream_options[^\w{]*\{\W*include_usage/g;
const MOST_BYTES = 16 * 1024;
const READ_WITHIN_MS = 2_000;
const MOST_REMEMBERED = 2_000;

const heeded = new Map<string, true>();

function heeds(model: string, name: string): boolean {
  return heeded.has(`${model} ${name}`);
}

/** How many of these fields a refusal by this provider's model has named so far. */
export function countHeeded(model: string): number {
  return NAMED.filter((name) => heeds(model, name)).length;
}

/** A model that wants the newer name does not allow a temperature to be set either. */
export function limitOf(model: string, max_tokens: number, temperature: number | undefined) {
  return heeds(model, NEWER) ? { [NEWER]: max_tokens } : { max_tokens, temperature };
}

export function streamOf(model: string) {
  return { stream: true, [COUNTS]: heeds(model, COUNTS) ? undefined : { include_usage: true } };
}

/**
 * Remembers a refusal that names one of these fields: nothing else tells what a deployment's model
 * wants. A name that occurs in the question, or in the form in which it was sent, may be an echo and
 * does not count.
 */
export async function heedRefusal(
  model: string,
  { body }: Response,
  question: string,
): Promise<void> {
  const reading = collectBytes(body, MOST_BYTES, () => new Error("too long"));
  const read = await withinTime(
    reading.catch(() => undefined),
    READ_WITHIN_MS,
  );
  const text = new TextDecoder().decode(read === LATE ? undefined : read).replaceAll(SENT, "");
  for (const name of NAMED) {
    if (!text.includes(name) || question.includes(name)) continue;
    remember(heeded, `${model} ${name}`, true, MOST_REMEMBERED);
  }
}
