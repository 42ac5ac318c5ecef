/** What browsers take for the name of a tag or of an end. */
const NAME = /\/?[a-z][^\s/>]*/iy;
/** An attribute, up to the quote that opens its value. */
const PIECE = /[\s/]*=?[^\s/>=]*(?:\s*=\s*(?:(?=["'])|[^\s>]+))?/y;
/** The dashes that open a comment close it as well, but not with a "!" behind them. */
const COMMENT_END = /--(?:>|(?<!<!--)!>)/g;
/** Tags in which browsers read no other tags, up to an end of the same name. */
const ENDS: ReadonlyMap<string, RegExp> = new Map(
  "script style iframe noembed noframes title textarea xmp head"
    .split(" ")
    .map((name) => [name, new RegExp(`</${name}(?=[\\s/>])`, "gi")]),
);

/** What may stand in a head. Anything else ends it. */
const OF_HEAD =
  /^\/?(?:html|head|base|basefont|bgsound|link|meta|title|noscript|noframes|style|script|template|)$/;

/** Within these, browsers read even the tags of `ENDS` like all others. */
const FOREIGN = /^(\/?)(svg|math)$/;
/**
 * The end of a tag that closes itself. Behind an attribute without quotes the slash would be a part of
 * that.
 */
const CLOSED = /^\s*\/$/;

/** A tag or a comment of a page. */
interface Tag {
  /** In lower case, with the slash of an end tag. Empty for a comment and whatever has no name. */
  name: string;
  /** The text between the name and the end of the tag; the words of a comment. */
  inner: string;
  start: number;
  /** The place of its own ">". */
  close: number;
  /** The end of the tag, with the content in which no tags are read. */
  end: number;
  /**
   * Whether it is in the head, where nothing is shown: only the base and what is fetched counts there.
   */
  isInHead: boolean;
}

/** Gives the tags and comments of a page in order, told apart as browsers do. */
export function* tagsOf(html: string): Generator<Tag> {
  /** Ends that do not come any more; without this, each would be searched for to the end again. */
  const endless = new Set<RegExp | string>();
  let end = 0;
  let last = 0;
  let inHead = false;
  const inDrawing = drawings();
  /** The end of a head that was last searched for. */
  let headEnd = -1;
  const find = (mark: RegExp | undefined) => {
    if (mark === undefined || endless.has(mark)) return -1;
    mark.lastIndex = end;
    const at = mark.exec(html)?.index ?? -1;
    if (at === -1) endless.add(mark);
    return at;
  };
  for (let start = html.indexOf("<"); start !== -1; start = html.indexOf("<", end)) {
    end = NAME.lastIndex = start + 1;
    let name = NAME.test(html) ? html.slice(end, NAME.lastIndex).toLowerCase() : "";
    if (name === "" && !/[!?/]/.test(html.charAt(end))) continue;
    const isInHead: boolean = inHead && OF_HEAD.test(name) && html.slice(last, start).trim() === "";
    inHead = isInHead && name !== "/head";
    const from = end + name.length;
    let close: number;
    if (html.startsWith("!--", end)) {
      end += 1;
      close = find(COMMENT_END);
      // A style in the head may have gone beyond the head's end, and nothing is read twice.
      const unclosed = isInHead && headEnd > start ? headEnd : html.length;
      end = close === -1 ? unclosed : COMMENT_END.lastIndex;
    } else {
      close = name === "" ? html.indexOf(">", from) : endOfTag(html, from, endless);
      // An unclosed one ends the text.
      if (close === -1) name = "";
      end = close === -1 ? html.length : close + 1;
      const isForeign = inDrawing(name, CLOSED.test(html.slice(from, close)));
      if (name === "head") {
        if (headEnd < end) headEnd = find(ENDS.get(name));
        inHead = headEnd !== -1;
      } else if (!isForeign || endsNext(html, end, name)) {
        const found = find(ENDS.get(name));
        if (found !== -1) end = found;
      }
    }
    yield { name, inner: html.slice(from, Math.max(from, close)), start, close, end, isInHead };
    last = end;
  }
}

/**
 * Gives a function that is asked about each tag in order: whether it stands in a drawing or a formula.
 */
function drawings(): (name: string, isClosed: boolean) => boolean {
  const open = { svg: 0, math: 0 };
  return (name, isClosed) => {
    const [, ends, kind] = FOREIGN.exec(name) ?? [];
    if (kind === "svg" || kind === "math") {
      if (ends === "/") open[kind] = Math.max(0, open[kind] - 1);
      else if (!isClosed) open[kind] += 1;
    }
    return open.svg > 0 || open.math > 0;
  };
}

/** Whether the next tag is the end of this one. */
function endsNext(html: string, from: number, name: string): boolean {
  const next = html.indexOf("<", from) + 1;
  const begins = html.slice(next, next + name.length + 2).toLowerCase();
  return next > 0 && begins.startsWith(`/${name}`) && /[\s/>]$/.test(begins);
}

/**
 * Finds the ">" that ends a tag. One within a quoted value does not end it, but a quote that nobody
 * closes hides nothing.
 */
function endOfTag(html: string, from: number, endless: Set<RegExp | string>): number {
  if (html[from] === ">") return from;
  PIECE.lastIndex = from;
  while (!endless.has('"')) {
    PIECE.test(html);
    const at = PIECE.lastIndex;
    const next = html.charAt(at);
    if (next === ">") return at;
    if (next === "") return -1;
    if (next !== '"' && next !== "'") continue;
    PIECE.lastIndex = html.indexOf(next, at + 1) + 1;
    // Remembered, because otherwise each later tag would search to the end of the text again.
    if (PIECE.lastIndex === 0) endless.add('"');
  }
  return html.indexOf(">", from);
}
