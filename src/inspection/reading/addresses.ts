import { webAddress } from "./read-tag.ts";
import { mayBeRelative, resolveAddress } from "./resolve-address.ts";

const MAX_ANCHORS = 200;
const MAX_WORDS = 4096;
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
  private open: { noted: Noted; from: number } | undefined;
  private readonly noted = new Map<number, Noted>();

  constructor(out: string[]) {
    this.out = out;
  }

  /** Takes the next place of the text; `opens` where words follow up to `close`. */
  note(written: string, opens: boolean): void {
    const noted: Noted = { written, href: webAddress(written) };
    this.noted.set(this.out.push(show(noted.href)) - 1, noted);
    if (opens) this.open = { noted, from: this.out.length };
  }

  close(): void {
    if (this.open === undefined) return;
    const { noted, from } = this.open;
    noted.words = this.out.slice(from).join("").trim().slice(0, MAX_WORDS);
    this.open = undefined;
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
