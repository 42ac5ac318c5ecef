import { isObject, parseJson } from "../../../http/index.ts";
import { MAX_COMMAND, MAX_MESSAGE } from "./limits.ts";

/** Whether this is `CloseStream`, the only text that a browser may send. */
export function isCloseStream(text: string): boolean {
  if (text.length > MAX_COMMAND) return false;
  const command = parseJson(text);
  return isObject(command) && command["type"] === "CloseStream";
}

/** Whether this is a provider's message: an object, not longer than any turn. */
export function isMessage(text: string): boolean {
  return text.length <= MAX_MESSAGE && isObject(parseJson(text));
}
