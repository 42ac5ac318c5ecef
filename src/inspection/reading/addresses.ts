import { webAddress } from "./read-tag.ts";
import { mayBeRelative, resolveAddress } from "./resolve-address.ts";

const MAX_ANCHORS = 200;
const MAX_WORDS = 4096;
/**
 * How many relative addresses are resolved. Each gets as long as its base, and all of them lead to the
 * same host.
 */
const MAX_RELATIVE = 200;

export interface Anchor {
  href: string;
  text: string;
}

interface Noted {
  place: number;
  written: string;
  href: string | undefined;
  text?: string;
}

/**
 * Collects the addresses of a message, and writes each into `out` at its place in the text. Relative
 * ones are resolved at the end, because the base may come last.
 */
export function collectAddresses(out: string[]) {
  const noted: Noted[] = [];
  let open: Noted | undefined;
  /**
   * Writes an address at the next place of the text. With `opens`, the words up to `close` are those of
   * the link.
   */
  const note = (written: string, opens: boolean) => {
    const href = webAddress(written);
    const one = { place: out.push(show(href)) - 1, written, href };
    noted.push(one);
    if (opens) open = one;
  };
  const close = () => {
    if (open !== undefined) {
      const words = out.slice(open.place + 1).join("");
      open.text = words.trim().slice(0, MAX_WORDS);
    }
    open = undefined;
  };
  /** Resolves relative addresses with the base, and returns the links with their words. */
  const settle = (base: string | undefined): Anchor[] => {
    let left = MAX_RELATIVE;
    for (const one of base === undefined ? [] : noted) {
      if (left === 0 || !mayBeRelative(one.written)) continue;
      const href = resolveAddress(one.written, base ?? "");
      if (href === undefined) continue;
      left -= 1;
      one.href = href;
      out[one.place] = show(href);
    }
    const anchors = noted.flatMap(({ href, text }) =>
      href === undefined || text === undefined ? [] : [{ href, text }],
    );
    return anchors.slice(0, MAX_ANCHORS);
  };
  return { note, close, settle };
}

function show(href: string | undefined): string {
  return href === undefined ? "" : ` ${href} `;
}
