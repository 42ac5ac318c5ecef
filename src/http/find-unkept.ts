import type { Detail } from "./refusal.ts";

/** A text that may hold such a name or number. Any other text is not walked. */
const SUSPECT = /__proto__|\\u00[5-7]|\d[eE]\+?\d{3}|(?<!\d)\d{309}/;

/**
 * A part of a JSON body that could not be kept as it was given: a name that no object takes, or a
 * number that would become null. `value` is what was read from `text`.
 */
export function findUnkept(text: string, value: unknown): Detail | undefined {
  return SUSPECT.test(text) ? findIn(value, "") : undefined;
}

function findIn(value: unknown, path: string): Detail | undefined {
  if (value === Infinity || value === -Infinity) {
    return { path, message: "must be a smaller number" };
  }
  if (typeof value !== "object" || value === null) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    const at = path === "" ? name : `${path}.${name}`;
    if (name === "__proto__") return { path: at, message: "may not have this name" };
    const found = findIn(inner, at);
    if (found !== undefined) return found;
  }
  return undefined;
}
