import { isRefusal } from "../../http/index.ts";
import { withoutSigns } from "./refang.ts";
import { parseUrl, type Address, type ParsedUrl } from "./url.ts";
import { unwrap } from "./wrappers.ts";

/** Mail may pass several filters, and each wraps the URL of the one before. */
const MAX_WRAPPERS = 5;
/** The only wrapper that names the other site by its host alone. */
const TRANSLATED = ".translate.goog";

/** The URLs that known redirectors and mail filters carry inside this one, the outermost first. */
export function wrappedUrls(outer: ParsedUrl): readonly Address[] {
  const found: ParsedUrl[] = [];
  const waiting = innerTexts(outer);
  for (const next of waiting) {
    const inner = parseUrl(withoutSigns(next));
    if (isRefusal(inner)) continue;
    found.push(inner);
    if (found.length === MAX_WRAPPERS) break;
    waiting.push(...innerTexts(inner));
  }
  return found;
}

function innerTexts({ host, rest }: ParsedUrl): string[] {
  if (host.kind !== "name") return [];
  return rest.length >= 2 || host.text.endsWith(TRANSLATED) ? unwrap(host.text, rest) : [];
}
