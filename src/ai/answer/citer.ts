import type { Citation } from "./citation.ts";

/** Whatever a page would make a link of, also without "https:" or with less behind it. */
const ADDRESS =
  /(?:\b(?:https?:[\\/]*|[a-z]{2,9}:\/\/|www\.|mailto:|xmpp:)|(?<![\w:/\\])\/\/(?=[\w-]+\.\w))(?:\[[0-9a-f:.]*\][^\s)[\]>"']*|[^\s)[\]>"']+)/gi;
/** Behind an address, up to a blank: words that a page would take for more of it. */
const MORE = /(?:\[[\d ,;–-]+\]|\[(?![\d ,;–-]+\])|[^\s<[\p{L}\p{N}])*[\p{L}\p{N}]/uy;
/** These belong to the sentence around an address, and not to the address. */
const CLOSING = ".,;:!?*_`";
/** Models write several in one as well, and ranges; some as a footnote, some as 【1†source】. */
export const MARK = /[[［【] ?\^?(\d+(?: ?[,;–-] ?\d+)*)(?:†[^\s[\]【】]*)? ?[\]］】]/g;
const WITH_BLANK = new RegExp(` ?${MARK.source}`, "g");
/** In the place of what was taken out, so that the blanks around it can go as well. */
const GONE = "\0";
/** These end the sentence around an address that is taken out. */
const SENTENCE_END = ".,;:!?…”’»";
/**
 * The blank before what is gone, in front of a comma or the like, else the one behind it. No blank
 * between two sentences goes by the first: a stream may have sent it.
 */
const GAP = /(?<=[^\s\0])(?<![.!?…]["'”’»)\]]*)(?: \0+)+(?=[.,;:!?)])|(?<!\S)(?:\0 ?)+|\0/g;
/** A link whose address is gone, unless what is left of it could make an address with its neighbours. */
const LINK = /(?<!\w)\[(?!\^?[\d ,;–-]+\])([^[\]]*)\]\(\0(?: "[^"()]*")?\)(?![\w:])/g;
/** Brackets that hold nothing but marks of what was taken out. */
const EMPTY = /\((?:\0[.,;:!?…]*)+\)|\[(?:\0[.,;:!?…]*)+\]/g;
/**
 * What is left of an image or a tag, or becomes one where something between was taken out, a link
 * that leads elsewhere than to an address that may stay, and a line that says where links lead.
 */
const BEGUN = /!(?=\[)|<(?=[a-z/!?])|\](?=:|\((?!\)|https?:\/\/))/gi;
const SCHEME_OF_MAIL = /^(?:mailto|xmpp):/i;

/** Numbers citations in the order in which a text names them. */
export class Citer {
  readonly used: Citation[] = [];
  private readonly documents: readonly Citation[];
  private readonly known: string;

  constructor(documents: readonly Citation[]) {
    this.documents = documents;
    this.known = documents.map(({ snippet, url }) => `${snippet} ${url ?? ""}`).join(" ");
  }

  /** The text without addresses and marks that are in no document. */
  cite(plain: string): string {
    const cited = plain
      .replaceAll(GONE, "")
      .replace(ADDRESS, this.keepApart)
      .replace(LINK, "$1")
      .replace(MARK, (_mark, numbers: string) => this.renumber(numbers))
      .replace(EMPTY, GONE)
      .replace(GAP, "");
    // Where something between was taken out, another address may have come about.
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

/** Each number that a mark names once, up to the most; a range names all between its ends. */
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
