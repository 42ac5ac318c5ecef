import { isRefusal } from "../../http/index.ts";
import { readIndicator } from "../indicators/read-indicator.ts";
import { guessType, readEntry } from "./read-entry.ts";

/** The host of a page, where a list takes a word about the whole of it. */
export function wholeHostOf(page: string): string | undefined {
  if (guessType(page) !== "url") return undefined;
  const indicator = readIndicator("url", page, { long: true });
  if (isRefusal(indicator) || indicator.type !== "url") return undefined;
  const { text } = indicator.address.host;
  const entry = readEntry(text, undefined);
  // A host "as15169" would be taken for the number of a network.
  return isRefusal(entry) || entry.type === "asn" ? undefined : text;
}
