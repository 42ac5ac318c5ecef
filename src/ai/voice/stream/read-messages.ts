import { isObject, parseJson } from "../../../http/index.ts";
import { MAX_COMMAND, MAX_SAID } from "./limits.ts";

/** Whether this is `CloseStream`, the only text that a browser may send. */
export function isCloseStream(text: string): boolean {
  if (text.length > MAX_COMMAND) return false;
  const said = parseJson(text);
  return isObject(said) && said["type"] === "CloseStream";
}

/** Whether this is a provider's message: an object, not longer than any turn. */
export function isSaid(text: string): boolean {
  return text.length <= MAX_SAID && isObject(parseJson(text));
}
