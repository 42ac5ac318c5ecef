const BEGIN = "<think>";
const END = "</think>";
const UP_TO_LAST_END = /^.*<\/think>/is;

type Where = "before" | "thinking" | "aloud";

/** A part of what a model says aloud. */
interface Heard {
  text: string;
  /** Whether all that was heard before it was a thought. */
  anew: boolean;
}

/**
 * What a model says aloud: some write their thoughts before the answer, in the same text. Where a prompt
 * opens the thoughts itself, only their end is in the text.
 */
export class Aloud {
  /** What may still become a mark. */
  private held = "";
  private where: Where = "before";

  /** Gives what may be heard of the next part of the text. */
  push(part: string): Heard {
    this.held += part;
    // No more is read again and again than it must be: blanks alone may come for long.
    const thoughts = part.includes(">") ? UP_TO_LAST_END.exec(this.held) : null;
    if (thoughts !== null) {
      this.where = "before";
      this.held = this.held.slice(thoughts[0].length);
    }
    if (this.where === "before") this.where = whereIs(this.held);
    const to = this.where === "before" ? 0 : this.held.length - lengthOfMark(this.held);
    const text = this.where === "aloud" ? this.held.slice(0, to) : "";
    this.held = this.held.slice(to);
    return { text, anew: thoughts !== null };
  }

  /** Gives what was held back, at the end of the text. Thoughts that never end are not heard. */
  finish(): string {
    return this.where === "thinking" ? "" : this.held;
  }
}

/** Where a text is that begins like this; "before" as long as that is open. */
function whereIs(begun: string): Where {
  const mark = begun.trimStart().slice(0, BEGIN.length).toLowerCase();
  if (mark === BEGIN) return "thinking";
  return BEGIN.startsWith(mark) ? "before" : "aloud";
}

/** How many characters at the end of a text may be the beginning of the end of thoughts. */
function lengthOfMark(text: string): number {
  const begun = text.lastIndexOf("<");
  if (begun === -1 || !END.startsWith(text.slice(begun).toLowerCase())) return 0;
  return text.length - begun;
}

/** A model's text without the thoughts before its answer. */
export function leaveOutThoughts(text: string): string {
  const aloud = new Aloud();
  return aloud.push(text).text + aloud.finish();
}
