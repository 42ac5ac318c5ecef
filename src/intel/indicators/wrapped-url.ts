import { isRefusal } from "../../http/index.ts";
import { parseUrl, type Address, type ParsedUrl } from "./url.ts";
import { unwrap } from "./wrappers.ts";

/** Mail passes more than one filter at times, and each wraps what the one before it made. */
const MAX_WRAPPERS = 5;

/** The addresses that known redirectors and mail filters carry inside this one, the outermost first. */
export function wrappedUrls(outer: ParsedUrl): readonly Address[] {
  const found: ParsedUrl[] = [];
  for (let next = innerText(outer); next !== undefined && found.length < MAX_WRAPPERS;) {
    const inner = parseUrl(next);
    if (isRefusal(inner)) break;
    found.push(inner);
    next = innerText(inner);
  }
  return found;
}

function innerText({ host, rest }: ParsedUrl): string | undefined {
  return host.kind === "name" && rest.length >= 2 ? unwrap(host.text, rest) : undefined;
}
