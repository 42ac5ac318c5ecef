import { webAddress } from "./read-tag.ts";
import { mayBeRelative, resolveAddress } from "./resolve-address.ts";

const MAX_ANCHORS = 200;
/** Each has its base before it; all of them lead to the same host. */
const MAX_RELATIVE = 200;

export interface Anchor {
  href: string;
  text: string;
}

interface Noted {
  written: string;
  href: string | undefined;
  words?: string;
}

/**
 * The addresses of a message in the order of its text, each at its place there. What is relative
 * waits to the end, since its base may come last.
 */
export class Addresses {
  /** As the first tag of it says. */
  base: string | undefined;
  private readonly out: string[];
  private readonly noted = new Map<number, Noted>();

  constructor(out: string[]) {
    this.out = out;
  }

  /** Takes the next place of the text; says which. */
  note(written: string): number {
    const href = webAddress(written);
    const place = this.out.push(show(href)) - 1;
    this.noted.set(place, { written, href });
    return place;
  }

  noteWords(place: number, words: string): void {
    const noted = this.noted.get(place);
    if (noted !== undefined) noted.words = words;
  }

  /** Puts in what was relative to the base; the links with their words. */
  settle(base: string | undefined): Anchor[] {
    if (base !== undefined) this.resolve(base);
    const anchors = [...this.noted.values()].flatMap(({ href, words }) =>
      href === undefined || words === undefined ? [] : [{ href, text: words }],
    );
    return anchors.slice(0, MAX_ANCHORS);
  }

  private resolve(base: string): void {
    let left = MAX_RELATIVE;
    for (const [place, noted] of this.noted) {
      if (left === 0) return;
      if (!mayBeRelative(noted.written)) continue;
      const href = resolveAddress(noted.written, base);
      if (href === undefined) continue;
      left -= 1;
      noted.href = href;
      this.out[place] = show(href);
    }
  }
}

function show(href: string | undefined): string {
  return href === undefined ? "" : ` ${href} `;
}
