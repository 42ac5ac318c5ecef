import { holdBytes } from "../../http/index.ts";
import { remember } from "../../platform/index.ts";
import { pause } from "../pause.ts";

/** What servers of models that reason call the limit of an answer; they refuse the older name. */
const NEWER = "max_completion_tokens";
const MOST_BYTES = 16 * 1024;
const READ_WITHIN_MS = 2_000;
const MOST_REMEMBERED = 2_000;

const wanting = new Map<string, true>();

/** Whether this model of a provider said before that it wants the limit under the newer name. */
export function wantsNewer(model: string): boolean {
  return wanting.has(model);
}

/** A model that wants it has no temperature to set either. */
export function limitOf(model: string, max_tokens: number, temperature: number | undefined) {
  return wantsNewer(model) ? { [NEWER]: max_tokens } : { max_tokens, temperature };
}

/** Heeds a refusal that names it: nothing else says what a deployment's model wants. */
export async function heedRefusal(model: string, { body }: Response): Promise<void> {
  const reading = holdBytes(body, MOST_BYTES, () => new Error("too long"));
  const read = await Promise.race([reading, pause(READ_WITHIN_MS)]).catch(() => undefined);
  if (new TextDecoder().decode(read ?? undefined).includes(NEWER)) {
    remember(wanting, model, true, MOST_REMEMBERED);
  }
}
