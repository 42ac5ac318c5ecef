import { isObject, parseJson } from "../../../http/index.ts";
import { MAX_COMMAND, MAX_SAID } from "./limits.ts";

/** The one thing that a browser may say beside audio. */
export function isCloseStream(text: string): boolean {
  if (text.length > MAX_COMMAND) return false;
  const said = parseJson(text);
  return isObject(said) && said["type"] === "CloseStream";
}

/** Whether a provider's message is one: an object, and none longer than any turn. */
export function isSaid(text: string): boolean {
  return text.length <= MAX_SAID && isObject(parseJson(text));
}
