import { HeldText } from "../../platform/index.ts";
import type { TakeRecord } from "./cut-lines.ts";

type Path = readonly string[];

interface Level {
  isArray: boolean;
  /** Undefined where the next key comes. */
  key: string | undefined;
}

const MAX_DEPTH = 64;
const MAX_VALUE = 4 * 1024 * 1024;
const NO_JSON = "The file is no JSON document.";

const LINE_END = 0x0a;
const BLANK = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Cuts values at certain places out of a JSON document that comes in pieces, without holding all of it.
 * A place is a path of keys; "*" is any key or any element.
 */
export class JsonCutter {
  private readonly places: readonly Path[];
  private readonly take: TakeRecord;
  private readonly levels: Level[] = [];
  private piece = "";
  private at = 0;
  private line = 1;
  private state: "value" | "string" | "literal" | "between" = "value";
  /** The part of the open record or key from earlier pieces. */
  private readonly held = new HeldText();
  /** Where it begins or goes on in this piece; -1 if none is open. */
  private from = -1;
  private inRecord = false;
  private startLine = 1;
  private startDepth = 0;
  private lastString = "";
  private trouble: string | undefined;
  private begun = false;

  constructor(places: readonly Path[], take: TakeRecord) {
    this.places = places;
    this.take = take;
  }

  push(piece: string): void {
    if (this.trouble !== undefined) return;
    // A text outside of a record may be a key, so it is held too.
    if (this.held.length > MAX_VALUE) this.trouble = "One value of the JSON document is too long.";
    this.piece = piece;
    for (; this.at < piece.length && this.trouble === undefined; this.at += 1) {
      this.step(piece.charCodeAt(this.at));
    }
    this.at -= piece.length;
    if (this.from < 0) return;
    this.held.add(piece.slice(this.from));
    this.from = 0;
  }

  /** What is wrong with the document as a whole, if anything is. */
  end(): string | undefined {
    if (this.trouble !== undefined) return this.trouble;
    if (!this.begun) return "The file is empty.";
    return this.levels.length > 0 || this.state === "string"
      ? "The JSON document ends in its middle."
      : undefined;
  }

  private step(code: number): void {
    if (code === LINE_END) this.line += 1;
    if (this.state === "string") return this.inString(code);
    const isBlank = code <= BLANK;
    if (this.state === "literal") {
      if (!isBlank && code !== COMMA && code !== CLOSE_ARRAY && code !== CLOSE_OBJECT) return;
      this.endValue(this.at);
    }
    if (!isBlank) this.structure(code);
  }

  private inString(code: number): void {
    if (code === BACKSLASH) {
      this.at += 1;
      return;
    }
    if (code !== QUOTE) return;
    // Keys within a record do not matter.
    if (!this.inRecord) this.lastString = this.takeHeld(this.at).slice(1);
    this.endValue(this.at + 1);
  }

  private structure(code: number): void {
    const top = this.levels.at(-1);
    if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) return this.close();
    if (code === COMMA) {
      if (top?.isArray === false) top.key = undefined;
      this.state = "value";
      return;
    }
    if (code === COLON) {
      if (top === undefined || top.isArray) this.trouble = NO_JSON;
      else top.key = this.lastString;
      this.state = "value";
      return;
    }
    this.open(code);
  }

  private open(code: number): void {
    const isContainer = code === OPEN_OBJECT || code === OPEN_ARRAY;
    if (!this.begun && !isContainer) {
      this.trouble = NO_JSON;
      return;
    }
    this.begun = true;
    if (!this.inRecord && !(code === QUOTE && this.isKeyNext()) && this.isPlace()) {
      this.inRecord = true;
      this.from = this.at;
      this.startLine = this.line;
      this.startDepth = this.levels.length;
    }
    if (isContainer) {
      if (this.levels.length >= MAX_DEPTH) this.trouble = "The JSON document is nested too deep.";
      const isArray = code === OPEN_ARRAY;
      this.levels.push({ isArray, key: isArray ? "*" : undefined });
      return;
    }
    this.state = code === QUOTE ? "string" : "literal";
    if (code === QUOTE && !this.inRecord) this.from = this.at;
  }

  private isKeyNext(): boolean {
    const top = this.levels.at(-1);
    return top?.isArray === false && top.key === undefined;
  }

  private close(): void {
    if (this.levels.pop() === undefined) this.trouble = NO_JSON;
    this.endValue(this.at + 1);
  }

  private endValue(end: number): void {
    this.state = "between";
    if (!this.inRecord || this.levels.length > this.startDepth) return;
    this.inRecord = false;
    this.take(this.takeHeld(end), this.startLine);
  }

  private isPlace(): boolean {
    const { levels } = this;
    return this.places.some(
      (place) =>
        place.length === levels.length &&
        place.every((key, depth) => key === "*" || key === levels[depth]?.key),
    );
  }

  private takeHeld(end: number): string {
    this.held.add(this.piece.slice(this.from, end));
    this.from = -1;
    return this.held.take();
  }
}
