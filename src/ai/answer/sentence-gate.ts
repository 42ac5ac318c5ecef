import type { Language } from "../text/guess-language.ts";
import { splitSentences } from "../text/split-sentences.ts";
import { cleanOutput, isGrounded, isOpen, type Checked } from "./check-output.ts";
import type { Citation } from "./citation.ts";

const NOTHING: Checked = { answer: "", citations: [] };

/**
 * Lets what a model says through sentence by sentence. A sentence leaves when everything up to its
 * end rests on what is cited there; until then it waits, and if that never comes it stays here.
 */
export class SentenceGate {
  /** What has left so far. */
  passed: Checked = NOTHING;
  said = "";
  /** Up to where the text has been looked at. */
  private seen = 0;
  private readonly documents: readonly Citation[];
  private readonly language: Language;

  private readonly restore: (text: string) => string;

  /** `restore` puts back what the model was not shown. */
  constructor(
    documents: readonly Citation[],
    language: Language,
    restore: (text: string) => string = (text) => text,
  ) {
    this.documents = documents;
    this.language = language;
    this.restore = restore;
  }

  /** What may leave now that this came in. */
  push(text: string): Checked {
    this.said += text;
    const before = this.passed;
    for (const { start } of splitSentences(this.said).slice(1)) {
      if (start <= this.seen) continue;
      this.seen = start;
      const upTo = this.said.slice(0, start);
      if (!isOpen(upTo)) this.look(upTo);
    }
    return this.since(before);
  }

  /** What may leave at the end. */
  finish(): Checked {
    const before = this.passed;
    this.look(this.said);
    return this.since(before);
  }

  private look(said: string): void {
    const clean = cleanOutput(this.restore(said), this.documents);
    if (isGrounded(clean, this.language)) this.passed = clean;
  }

  private since(before: Checked): Checked {
    return {
      answer: this.passed.answer.slice(before.answer.length),
      citations: this.passed.citations.slice(before.citations.length),
    };
  }
}
