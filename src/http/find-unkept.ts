import type { Detail } from "./refusal.ts";

const NO_NAME = "__proto__";
/** From here on JSON has numbers in a form with an exponent, which nobody takes for exact. */
const WITH_EXPONENT = 1e21;

/**
 * The first part of a JSON body that would not be stored as it was given: the name `__proto__`, or a
 * number too large, which becomes null. `hasUnkept` goes first: it makes no paths, so it is cheap.
 * `isLost` tells which numbers are too large.
 */
export function findUnkept(value: unknown, isLost = isInfinite): Detail | undefined {
  return hasUnkept(value, isLost) ? findIn(value, "", isLost) : undefined;
}

/**
 * Whether it is infinite, or a whole number that is written with all its digits although the last
 * ones may be others than were given: a reader of 64 bits would take it for another number.
 */
export function isInexact(value: number): boolean {
  return isInfinite(value) || (Number.isInteger(value) && isBetween(Math.abs(value)));
}

function isBetween(size: number): boolean {
  return size > Number.MAX_SAFE_INTEGER && size < WITH_EXPONENT;
}

type IsLost = (value: number) => boolean;

function hasUnkept(value: unknown, isLost: IsLost): boolean {
  if (typeof value === "number") return isLost(value);
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some((each) => hasUnkept(each, isLost));
  const named = value as Record<string, unknown>;
  for (const name in named) {
    if (name === NO_NAME) return true;
    const inner = named[name];
    if (typeof inner !== "string" && hasUnkept(inner, isLost)) return true;
  }
  return false;
}

/** JSON can write 1e999, which is read as Infinity. */
function isInfinite(value: number): boolean {
  return value === Infinity || value === -Infinity;
}

function findIn(value: unknown, path: string, isLost: IsLost): Detail | undefined {
  if (typeof value === "number" && isLost(value)) {
    return { path, message: "must be a smaller number" };
  }
  if (typeof value !== "object" || value === null) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    const at = path === "" ? name : `${path}.${name}`;
    if (name === NO_NAME) return { path: at, message: "may not have this name" };
    const found = findIn(inner, at, isLost);
    if (found !== undefined) return found;
  }
  return undefined;
}
