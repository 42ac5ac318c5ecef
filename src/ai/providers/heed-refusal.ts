import { holdBytes } from "../../http/index.ts";
import { LATE, remember, withinTime } from "../../platform/index.ts";

/** What servers of models that reason call the limit of an answer; they refuse the older name. */
const NEWER = "max_completion_tokens";
/** Mistral's refuse it: their streams say what they took unasked. */
const COUNTS = "stream_options";
const NAMED = [NEWER, COUNTS];
/** As it stands in what was sent, which some repeat whole, in the writing of one language or another. */
const SENT = /stream_options[^\w{]*\{\W*include_usage/g;
const MOST_BYTES = 16 * 1024;
const READ_WITHIN_MS = 2_000;
const MOST_REMEMBERED = 2_000;

const heeded = new Map<string, true>();

function heeds(model: string, name: string): boolean {
  return heeded.has(`${model} ${name}`);
}

/** How many of them a refusal of this model of a provider named before. */
export function countHeeded(model: string): number {
  return NAMED.filter((name) => heeds(model, name)).length;
}

/** A model that wants the newer name has no temperature to set either. */
export function limitOf(model: string, max_tokens: number, temperature: number | undefined) {
  return heeds(model, NEWER) ? { [NEWER]: max_tokens } : { max_tokens, temperature };
}

export function streamOf(model: string) {
  return { stream: true, [COUNTS]: heeds(model, COUNTS) ? undefined : { include_usage: true } };
}

/**
 * Heeds a refusal that names one of them: nothing else says what a deployment's model wants. What
 * stood in the `question`, or as it was sent, may be no more than its echo.
 */
export async function heedRefusal(
  model: string,
  { body }: Response,
  question: string,
): Promise<void> {
  const reading = holdBytes(body, MOST_BYTES, () => new Error("too long"));
  const read = await withinTime(
    reading.catch(() => undefined),
    READ_WITHIN_MS,
  );
  const said = new TextDecoder().decode(read === LATE ? undefined : read).replaceAll(SENT, "");
  for (const name of NAMED) {
    if (!said.includes(name) || question.includes(name)) continue;
    remember(heeded, `${model} ${name}`, true, MOST_REMEMBERED);
  }
}
