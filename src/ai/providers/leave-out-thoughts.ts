const BEGIN = "<think>";
const END = "</think>";

/**
 * What a model says aloud. Some models write their thoughts before the answer, and a server that does
 * not part them sends both as one text. Those thoughts repeat the prompt, and are not for the reader.
 */
export class Aloud {
  /** What may still become the mark that is awaited. */
  private held = "";
  private awaited: typeof BEGIN | typeof END | undefined = BEGIN;

  /** Gives what may be heard of the next part of the text. */
  push(part: string): string {
    if (this.awaited === undefined) return part;
    this.held += part;
    if (this.awaited === BEGIN) {
      const said = this.held.trimStart();
      if (said !== BEGIN && BEGIN.startsWith(said)) return "";
      if (!said.startsWith(BEGIN)) return this.letGo(this.held);
      this.awaited = END;
    }
    const end = this.held.indexOf(END);
    if (end !== -1) return this.letGo(this.held.slice(end + END.length));
    this.held = this.held.slice(-END.length);
    return "";
  }

  /** Gives what was held back, at the end of the text. Thoughts that never end are not heard. */
  finish(): string {
    return this.awaited === BEGIN ? this.letGo(this.held) : "";
  }

  private letGo(text: string): string {
    this.awaited = undefined;
    this.held = "";
    return text;
  }
}

/** A model's text without the thoughts at its beginning. */
export function leaveOutThoughts(text: string): string {
  const aloud = new Aloud();
  return aloud.push(text) + aloud.finish();
}
