import { undoEscapes } from "../../ai/text/css-escapes.ts";
import { hidingOf, merge, readStyle, type Style } from "../../ai/text/read-style.ts";

/** How many selectors of a mail are read. No mail that is made by hand has more. */
const MAX_SELECTORS = 2_000;
/** How deep blocks may stand within blocks. */
const MAX_DEPTH = 2;
const NOT_CSS = /\/\*[\s\S]*?(?:\*\/|$)|<!--|-->/g;
/**
 * Text up to a brace, and the brace. Closing braces are added to a sheet, so that all of its text is
 * read.
 */
const PIECE = /([^{}]*)([{}])/g;
const EVERYWHERE = /^@media (?:only )?(?:all|screen)$/;
/** A block whose rules may count on some screen, but not one for paper. */
const SOMEWHERE = /^@(?!.*print)/;
const BY_NAME = /\*?\[(?:class|(id))[~|^$*]?=["']?([\w-]+)["']?\]/g;
/** A tag, a class or id, or a tag with one of them. */
const KEY = /^(?!$)(?:[a-z]\w*)?(?:[.#][^.#:[]+)?$/;
const TAG = /^[a-z]\w*$/;

/** The text before an opening brace. Its conditions are read once, however many rules stand within. */
interface Block {
  opened: string;
  isAlways: boolean;
  isSometimes: boolean;
}

type Attributes = ReadonlyMap<string, string>;

/** The rules of a mail's sheets for its tags. */
export interface Sheet {
  /** Whether a rule of it hides anything. */
  hides: boolean;
  /**
   * The style of a tag: what always counts, or with `everywhere` also what counts on some screen, in
   * some program or after some action.
   */
  styleOf: (name: string, attributes: Attributes, everywhere: boolean) => Style;
}

export function readSheets(sheets: readonly string[]): Sheet {
  const always = new Map<string, Style>();
  const sometimes = new Map<string, Style>();
  let left = MAX_SELECTORS;
  let hides = false;
  const take = (selectors: string, text: string, blocks: readonly Block[]) => {
    const style = readStyle(text);
    const isHiding = hidingOf(style, new Map(), true) !== undefined;
    const isAlways = blocks.every((block) => block.isAlways);
    if (style.size === 0 || !(isAlways || blocks.every((block) => block.isSometimes))) return;
    for (const selector of selectors.split(",")) {
      if ((left -= 1) < 0) return;
      const { key, isPlain } = readSelector(selector);
      const isSure = isAlways && isPlain;
      if (isHiding && !isSure) continue;
      hides ||= isHiding;
      const rules = isSure ? always : sometimes;
      rules.set(key, merge(rules.get(key), style));
    }
  };
  for (const css of sheets) {
    const open: Block[] = [];
    const plain = undoEscapes(css.replace(NOT_CSS, "")).toLowerCase();
    for (const [, text = "", brace] of `${plain}}}}`.matchAll(PIECE)) {
      if (brace === "{") open.push(readBlock(text));
      else {
        const block = open.pop();
        if (block !== undefined && open.length <= MAX_DEPTH) take(block.opened, text, open);
      }
    }
  }
  const styleOf: Sheet["styleOf"] = (name, attributes, everywhere) => {
    if (left === MAX_SELECTORS) return new Map();
    const own = attributes.get("class")?.toLowerCase().split(/\s+/) ?? [];
    const marks = [...own.map((one) => `.${one}`), `#${attributes.get("id")?.toLowerCase()}`];
    const style: Style = new Map();
    for (const rules of everywhere ? [always, sometimes] : [always])
      for (const key of [name, ...marks, ...marks.map((mark) => name + mark)])
        merge(style, rules.get(key));
    return style;
  };
  return { hides, styleOf };
}

function readBlock(text: string): Block {
  const opened = text.slice(text.lastIndexOf(";") + 1).trim();
  return { opened, isAlways: EVERYWHERE.test(opened), isSometimes: SOMEWHERE.test(opened) };
}

/**
 * Returns the tag, class or id that a selector ends in. `isPlain` says that it asks for nothing else
 * but tags around it.
 */
function readSelector(selector: string): { key: string; isPlain: boolean } {
  const named = selector.replace(BY_NAME, (_, id, name) => (id ? "#" : ".") + name);
  const parts = named.trim().split(/[\s>+~]+/);
  const last = parts.pop()?.replace(/^\*/, "") ?? "";
  const isPlain = KEY.test(last) && parts.every((part) => TAG.test(part)) && !/[+~]/.test(named);
  const bare = last.replace(/[:[].*$/, "");
  return { key: KEY.test(bare) ? bare : (/[.#][^.#]+$/.exec(bare)?.[0] ?? ""), isPlain };
}
