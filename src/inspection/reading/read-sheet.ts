import { undoEscapes } from "./css-escapes.ts";
import { hidingOf, merge, readStyle, type Style } from "./read-style.ts";

/** A mail that has more selectors is not made by hand: the rest are passed over. */
const MAX_SELECTORS = 2_000;
/** Of blocks within blocks. */
const MAX_DEPTH = 2;
const NOT_CSS = /\/\*[\s\S]*?(?:\*\/|$)|<!--|-->/g;
/** All before a brace: text closes what is open, so that there always is one. */
const PIECE = /([^{}]*)([{}])/g;
const CLOSED = "}".repeat(MAX_DEPTH + 1);
const EVERYWHERE = /^@media\s+(?:only\s+)?(?:all|screen)$/;
/** On paper, or a screen that nobody has. */
const NOWHERE = /print|max-(?:device-)?width\s*:\s*(?:\d(?![\d.])|[12]?\d\d?px)/;
const NAMED = /\[(class|id)[~|^$*]?=["']?([\w-]+)["']?\]/g;
const PSEUDO_ELEMENT = /::|:(?:before|after|first-l)/;
const TAG = /^[a-z]\w*$/;
const KEY = /^(?:[a-z]\w*)?[.#][^.#:[]+$/;
const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();

type When = "always" | "sometimes";

/** What the sheets of a mail say of its tags: rules of one tag, class or name, where they bind. */
export class Sheet {
  /** Whether a rule of it hides anything. */
  hides = false;
  private left = MAX_SELECTORS;
  private readonly rules = {
    always: new Map<string, Style>(),
    sometimes: new Map<string, Style>(),
  };

  constructor(sheets: readonly string[]) {
    for (const css of sheets) this.read(undoEscapes(css.replace(NOT_CSS, "")).toLowerCase());
  }

  isEmpty(): boolean {
    return this.left === MAX_SELECTORS;
  }

  /** What binds a tag: always, or also on some screen, in some program or after some deed. */
  styleOf(name: string, attributes: ReadonlyMap<string, string>, when: When): Style {
    const { always, sometimes } = this.rules;
    const classes = attributes.get("class")?.toLowerCase().split(/\s+/) ?? [];
    const id = attributes.get("id")?.toLowerCase();
    const own = [...classes.map((one) => `.${one}`), ...(id === undefined ? [] : [`#${id}`])];
    const keys = [name, ...own.flatMap((one) => [one, name + one])];
    const style: Style = new Map();
    for (const rules of when === "always" ? [always] : [always, sometimes])
      for (const key of keys) merge(style, rules.get(key));
    return style;
  }

  private read(css: string): void {
    const open: string[] = [];
    for (const [, text = "", brace] of `${css}${CLOSED}`.matchAll(PIECE)) {
      if (brace === "{") open.push(text.slice(text.lastIndexOf(";") + 1).trim());
      else {
        const opened = open.pop();
        const when = open.length > MAX_DEPTH ? undefined : whenOf(open);
        if (opened !== undefined && when !== undefined) this.take(opened, text, when);
      }
    }
  }

  private take(selectors: string, text: string, when: When): void {
    const style = readStyle(text);
    if (style.size === 0) return;
    const hides = hidingOf(style, NO_ATTRIBUTES, true) !== undefined;
    if (hides && when === "sometimes") return;
    for (const selector of selectors.split(",")) {
      if ((this.left -= 1) < 0) return;
      const { key, isPlain } = readSelector(selector);
      if (key === undefined || (hides && !isPlain)) continue;
      this.hides ||= hides;
      const rules = this.rules[isPlain ? when : "sometimes"];
      const known = rules.get(key);
      if (known === undefined) rules.set(key, new Map(style));
      else merge(known, style);
    }
  }
}

function whenOf(open: readonly string[]): When | undefined {
  if (open.every((at) => EVERYWHERE.test(at))) return "always";
  return open.every((at) => at.startsWith("@") && !NOWHERE.test(at)) ? "sometimes" : undefined;
}

/** The tag, class or name that a selector ends in; `isPlain`: it asks for nothing else. */
function readSelector(selector: string): { key: string | undefined; isPlain: boolean } {
  const named = selector.replace(NAMED, (_, kind, name) => (kind === "id" ? "#" : ".") + name);
  const parts = named.trim().split(/[\s>+~]+/);
  const last = parts.pop()?.replace(/^\*(?=.)/, "") ?? "";
  if (PSEUDO_ELEMENT.test(last)) return { key: undefined, isPlain: false };
  const isOne = TAG.test(last) || KEY.test(last);
  const isPlain = isOne && parts.every((part) => TAG.test(part)) && !/[+~]/.test(named);
  const bare = last.replace(/[:[].*$/, "");
  const key = TAG.test(bare) || KEY.test(bare) ? bare : /[.#][^.#]+$/.exec(bare)?.[0];
  return { key, isPlain };
}
