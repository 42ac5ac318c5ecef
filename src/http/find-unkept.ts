import type { Detail } from "./refusal.ts";

const NO_NAME = "__proto__";

/**
 * The first part of a JSON body that would not be stored as it was given: the name `__proto__`, or a
 * number too large, which becomes null. `hasUnkept` goes first: it makes no paths, so it is cheap.
 */
export function findUnkept(value: unknown): Detail | undefined {
  return hasUnkept(value) ? findIn(value, "") : undefined;
}

function hasUnkept(value: unknown): boolean {
  if (typeof value === "number") return isLost(value);
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some(hasUnkept);
  const named = value as Record<string, unknown>;
  for (const name in named) {
    if (name === NO_NAME) return true;
    const inner = named[name];
    if (typeof inner !== "string" && hasUnkept(inner)) return true;
  }
  return false;
}

/** JSON can write 1e999, which is read as Infinity. */
function isLost(value: unknown): boolean {
  return value === Infinity || value === -Infinity;
}

function findIn(value: unknown, path: string): Detail | undefined {
  if (isLost(value)) return { path, message: "must be a smaller number" };
  if (typeof value !== "object" || value === null) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    const at = path === "" ? name : `${path}.${name}`;
    if (name === NO_NAME) return { path: at, message: "may not have this name" };
    const found = findIn(inner, at);
    if (found !== undefined) return found;
  }
  return undefined;
}
