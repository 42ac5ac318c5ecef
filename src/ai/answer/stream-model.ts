import type { Language } from "../text/guess-language.ts";
import type { Built } from "../prompts/build-prompt.ts";
import type { CompletionParts, StreamEnd } from "../providers/stream-completion.ts";
import type { Checked } from "./check-output.ts";
import { SentenceGate } from "./sentence-gate.ts";

/** Who answers, and why not somebody better. */
export interface Source {
  provider: string;
  degraded?: string | undefined;
}

/** Where parts of an answer go as soon as they may leave. */
export interface Outlet {
  /** Fires when nobody listens any more. */
  signal: AbortSignal;
  /** Said once, before the first part. */
  begin: (source: Source) => void;
  tell: (part: Part) => void;
  /** Said for every part that the model sent, whether it may leave or not. */
  heard: () => void;
}

export interface Part {
  answer: string;
  citations: readonly object[];
}

export interface Streamed extends Checked {
  /** Everything that the model said, also what did not leave. */
  said: string;
  /** Undefined when the model broke off. */
  end: StreamEnd | undefined;
}

/**
 * Passes on what a model says, each sentence when it has been checked. The answer is what left; it
 * is empty when nothing could.
 */
export async function streamModel(
  parts: CompletionParts,
  { documents, mask }: Built,
  language: Language,
  outlet: Outlet,
  provider: string,
): Promise<Streamed> {
  const gate = new SentenceGate(documents, language, (text) => mask.restore(text));
  const tell = (part: Checked) => {
    if (part.answer === "") return;
    outlet.begin({ provider });
    outlet.tell(part);
  };
  for (;;) {
    const part = await nextOf(parts);
    if (part === undefined) return { ...gate.passed, said: gate.said, end: undefined };
    if (part.done === true) {
      tell(gate.finish(part.value.isCut));
      return { ...gate.passed, said: gate.said, end: part.value };
    }
    outlet.heard();
    tell(gate.push(part.value));
  }
}

/** Undefined when the model broke off; what goes wrong in the check of its words is our own. */
async function nextOf(parts: CompletionParts) {
  try {
    return await parts.next();
  } catch {
    return undefined;
  }
}
