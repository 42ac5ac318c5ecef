import type { Citation } from "./citation.ts";

/** Anything of which a page would make a link, also without "https:" or with less after it. */
const ADDRESS =
  /(?:\b(?:https?:[\\/]*|[a-z]{2,9}:\/\/|www\.|mailto:|xmpp:)|(?<![\w:/\\])\/\/(?=[\w-]+\.\w))(?:\[[0-9a-f:.]*\][^\s)[\]>"']*|[^\s)[\]>"']+)/gi;
/** Characters after an address, up to a blank, that a page would take as part of it. */
const MORE = /(?:\[[\d ,;–-]+\]|\[(?![\d ,;–-]+\])|[^\s<[\p{L}\p{N}])*[\p{L}\p{N}]/uy;
/** These belong to the sentence around an address, and not to the address. */
const CLOSING = ".,;:!?*_`";
/**
 * Models also write several numbers or a range in one mark, and marks as footnotes or as 【1†source】.
 */
export const MARK = /[[［【] ?\^?(\d+(?: ?[,;–-] ?\d+)*)(?:†[^\s[\]【】]*)? ?[\]］】]/g;
const WITH_BLANK = new RegExp(` ?${MARK.source}`, "g");
/** Stands for what was removed, so that the blanks around it can be removed as well. */
const GONE = "\0";
/** These end the sentence around an address that is removed. */
const SENTENCE_END = ".,;:!?…”’»";
/**
 * The blank before what was removed if a comma or the like follows, or else the blank after it. The
 * blank between two sentences is kept, because a stream may have sent it already.
 */
const GAP = /(?<=[^\s\0])(?<![.!?…]["'”’»)\]]*)(?: \0+)+(?=[.,;:!?)])|(?<!\S)(?:\0 ?)+|\0/g;
/** A link whose address was removed, unless its text could form an address with its neighbours. */
const LINK = /(?<!\w)\[(?!\^?[\d ,;–-]+\])([^[\]]*)\]\(\0(?: "[^"()]*")?\)(?![\w:])/g;
/** Brackets with nothing in them but removed text and marks of punctuation. */
const EMPTY = /\((?:\0[.,;:!?…]*)+\)|\[(?:\0[.,;:!?…]*)+\]/g;
/**
 * The beginning of an image or a tag that is left over, or that a removal has formed; of a link that
 * does not lead to a kept address; or of a line that defines a link.
 */
const BEGUN = /!(?=\[)|<(?=[a-z/!?])|\](?=:|\((?!\)|https?:\/\/))/gi;
const SCHEME_OF_MAIL = /^(?:mailto|xmpp):/i;

/** Numbers citations in the order in which a text names them. */
export class Citer {
  readonly used: Citation[];
  private readonly documents: readonly Citation[];
  private readonly known: string;

  /** `used` were cited before, and keep their numbers. */
  constructor(documents: readonly Citation[], used: readonly Citation[] = []) {
    this.documents = documents;
    this.used = [...used];
    this.known = documents.map(({ snippet, url }) => `${snippet} ${url ?? ""}`).join(" ");
  }

  /** The text without the addresses and marks that are in no document. */
  cite(plain: string): string {
    const cited = plain
      .replaceAll(GONE, "")
      .replace(ADDRESS, this.keepApart)
      .replace(LINK, "$1")
      .replace(MARK, (_mark, numbers: string) => this.renumber(numbers))
      .replace(EMPTY, GONE)
      .replace(GAP, "");
    // What was removed may have joined two parts into another address.
    return cited.replace(ADDRESS, this.keepApart).replace(GAP, "").replace(BEGUN, "$& ");
  }

  private readonly keepApart = (address: string, at: number, text: string): string => {
    const kept = this.keep(address);
    MORE.lastIndex = at + address.length;
    return kept === address && MORE.test(text) ? `${kept} ` : kept;
  };

  private keep(address: string): string {
    const written = address.replace(SCHEME_OF_MAIL, "");
    if (written !== "" && this.known.includes(written)) return written;
    if (this.known.includes(withoutEnd(written, CLOSING))) return written;
    return GONE + address.slice(withoutEnd(address, SENTENCE_END).length);
  }

  private renumber(numbers: string): string {
    const named = numbersOf(numbers, this.documents.length);
    return named.map((one) => this.number(one)).join("") || GONE;
  }

  private number(named: number): string {
    const cited = this.documents[named - 1];
    if (cited === undefined) return "";
    if (!this.used.includes(cited)) this.used.push(cited);
    return `[${this.used.indexOf(cited) + 1}]`;
  }
}

/**
 * The numbers that a mark names, each once and up to `most`. A range names all numbers between its
 * ends.
 */
function numbersOf(mark: string, most: number): number[] {
  const named = mark.split(/[,;]/).flatMap((part) => {
    const ends = part.split(/[–-]/).map(Number);
    const [first, last] = [Math.max(1, ends[0] ?? 0), Math.min(ends.at(-1) ?? 0, most)];
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
  });
  return [...new Set(named)];
}

function withoutEnd(text: string, closing: string): string {
  let end = text.length;
  while (end > 0 && closing.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

export function withoutMarks(text: string): string {
  return text.replace(WITH_BLANK, "");
}
