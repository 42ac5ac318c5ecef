import type { Language } from "../text/guess-language.ts";
import { SentenceStarts } from "../text/sentence-starts.ts";
import { wholeSentences } from "../text/whole-sentences.ts";
import { cleanOutput, isGrounded, type Checked } from "./check-output.ts";
import type { Citation } from "./citation.ts";
import { Citer } from "./citer.ts";
import { Grounding } from "./grounding.ts";
import { openAt, OpenMarkup, withoutMarkup } from "./markup.ts";

/**
 * Lets a model's answer pass sentence by sentence. A sentence passes when everything up to its end is
 * grounded in what is cited there. Until then it waits, and if that never happens it is never sent.
 */
export class SentenceGate {
  /** What has passed so far. */
  passed: Checked;
  private modelText = "";
  /** How much of the text was split into sentences, and the text after that. */
  private seen = 0;
  private rest = "";
  private readonly starts = new SentenceStarts();
  private readonly markup = new OpenMarkup();
  /** The cleaned text, and the sentences after it that cannot be cleaned yet because markup is open. */
  private clean = "";
  private unsettled = "";
  private readonly citer: Citer;
  private readonly grounding: Grounding;
  private readonly documents: readonly Citation[];
  private readonly language: Language;

  private readonly restore: (text: string) => string;
  private readonly cited: readonly Citation[];

  /**
   * `restore` puts back the personal data that was masked for the model. `cited` was cited before, and
   * keeps its numbers.
   */
  constructor(
    documents: readonly Citation[],
    language: Language,
    restore: (text: string) => string = (text) => text,
    cited: readonly Citation[] = [],
  ) {
    this.documents = documents;
    this.language = language;
    this.restore = restore;
    this.cited = cited;
    this.passed = { answer: "", citations: [...cited] };
    this.citer = new Citer(documents, cited);
    this.grounding = new Grounding(language);
  }

  /** Adds what the model said, and gives what may pass now. */
  push(text: string): Checked {
    this.modelText += text;
    this.rest += text;
    const before = this.passed;
    for (const start of this.starts.add(text)) {
      const part = this.rest.slice(0, start - this.seen);
      this.rest = this.rest.slice(part.length);
      this.seen = start;
      this.unsettled += part;
      if (!this.markup.isOpenAfter(part)) this.look();
    }
    return this.since(before);
  }

  /** What may pass at the end. If the answer was cut off, its unfinished sentence may not. */
  finish(isCut = false): Checked {
    const before = this.passed;
    const whole = isCut ? wholeSentences(this.modelText).length : this.modelText.length;
    this.lookAtAll(this.modelText.slice(0, Math.max(whole, this.seen)));
    return this.since(before);
  }

  private look(): void {
    const restored = this.restore(this.unsettled);
    const plain = withoutMarkup(restored);
    // Markup that opens only after restoring or cleaning may be changed by later words, so the whole
    // text is checked again.
    const isSettled = [restored, plain].every((text) => openAt(text) === text.length);
    if (!isSettled) return this.lookAtAll(this.modelText.slice(0, this.seen));
    this.unsettled = "";
    const part = this.citer.cite(plain);
    this.clean += part;
    this.grounding.add(part, this.citer.used);
    if (!this.grounding.holds()) return undefined;
    this.passed = { answer: this.clean.trim(), citations: [...this.citer.used] };
  }

  private lookAtAll(text: string): void {
    const clean = cleanOutput(this.restore(text), this.documents, this.cited);
    if (isGrounded(clean, this.language)) this.passed = clean;
  }

  private since(before: Checked): Checked {
    return {
      answer: this.passed.answer.slice(before.answer.length),
      citations: this.passed.citations.slice(before.citations.length),
    };
  }
}
