import type { Language } from "../text/guess-language.ts";
import type { Built } from "../prompts/build-prompt.ts";
import { Aloud } from "../providers/leave-out-thoughts.ts";
import type { CompletionParts, StreamEnd } from "../providers/stream-completion.ts";
import type { Checked } from "./check-output.ts";
import { SentenceGate } from "./sentence-gate.ts";

/** Stands between what was sent of thoughts and the answer. */
const PARAGRAPH = "\n\n";

/** The provider that answers, and the reason if a better one does not. */
export interface Source {
  provider: string;
  degraded?: string | undefined;
}

/** Receives the parts of an answer as soon as they may leave. */
export interface Outlet {
  /** Aborted when nobody listens any more. */
  signal: AbortSignal;
  /** Called before each part. Only the first call counts. */
  begin: (source: Source) => void;
  tell: (part: Part) => void;
  /** Called for every part that the model sends, whether it may leave or not. */
  notePart: () => void;
}

export interface Part {
  answer: string;
  citations: readonly object[];
}

export interface Streamed extends Checked {
  /** Everything that the model said, also what did not leave. */
  text: string;
  /** Undefined if the model broke off. */
  end: StreamEnd | undefined;
}

/**
 * Passes on what a model says, each sentence after its check. The answer is what left; it is empty if
 * nothing could.
 */
export async function streamModel(
  parts: CompletionParts,
  { documents, mask }: Built,
  language: Language,
  outlet: Outlet,
  provider: string,
): Promise<Streamed> {
  const restore = (masked: string) => mask.restore(masked);
  let gate = new SentenceGate(documents, language, restore);
  let sent: Checked = { answer: "", citations: [] };
  let joint = "";
  const tell = (part: Checked) => {
    if (part.answer === "") return;
    const answer = joint + part.answer;
    joint = "";
    sent = { answer: sent.answer + answer, citations: [...sent.citations, ...part.citations] };
    outlet.begin({ provider });
    outlet.tell({ ...part, answer });
  };
  const aloud = new Aloud();
  const hear = (part: string) => {
    const heard = aloud.push(part);
    // What waits in the gate was a thought. What has left cannot be taken back.
    if (heard.anew) {
      gate = new SentenceGate(documents, language, restore, sent.citations);
      joint = sent.answer === "" ? "" : PARAGRAPH;
    }
    tell(gate.push(heard.text));
  };
  let text = "";
  for (;;) {
    const part = await nextOf(parts);
    if (part === undefined) return { ...sent, text, end: undefined };
    if (part.done === true) {
      tell(gate.push(aloud.finish()));
      tell(gate.finish(part.value.isCut));
      return { ...sent, text, end: part.value };
    }
    outlet.notePart();
    text += part.value;
    hear(part.value);
  }
}

/**
 * The next part, or undefined if the model broke off. Only this call is caught: an error in checking
 * the words is a fault of our own.
 */
async function nextOf(parts: CompletionParts) {
  try {
    return await parts.next();
  } catch {
    return undefined;
  }
}
