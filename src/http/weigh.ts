export interface Weighed {
  value: string;
  weight: number;
}

/**
 * The values of an `Accept` or `Accept-Language` header in lower case, with their weights (default
 * 1).
 */
export function weigh(header: string): Weighed[] {
  return header.split(",").map((part) => {
    const [value = "", ...parameters] = part.toLowerCase().split(";");
    const weight = parameters.map((text) => /^\s*q=([\d.]+)\s*$/.exec(text)?.[1]).find(Boolean);
    return { value: value.trim(), weight: weight === undefined ? 1 : Number(weight) };
  });
}

const ANYTHING = "*/*";

/**
 * Whether an `Accept` header prefers `type` to JSON; a type that ends with a slash stands for all that
 * begin like it. If both weigh the same the answer is JSON, because generated clients list every type of
 * the description; but not for a caller who names the type, and JSON only as one of all types.
 */
export function asksFor(accept: string | undefined, type: string): boolean {
  if (accept === undefined) return false;
  const listed = weigh(accept);
  const asked = wishFor(listed, type);
  const json = wishFor(listed, "application/json");
  if (asked.weight !== json.weight) return asked.weight > json.weight;
  return asked.weight > 0 && asked.by === type && json.by === ANYTHING;
}

/** The narrowest range that a type falls into says how much it is wanted (RFC 9110, 12.5.1). */
function wishFor(listed: readonly Weighed[], type: string): { by: string; weight: number } {
  const ranges = [type, `${type.slice(0, type.indexOf("/"))}/*`, ANYTHING];
  for (const by of ranges) {
    const fits = (value: string) => (by.endsWith("/") ? value.startsWith(by) : value === by);
    const weights = listed.filter(({ value }) => fits(value)).map(({ weight }) => weight);
    if (weights.length > 0) return { by, weight: Math.max(...weights) };
  }
  return { by: "", weight: 0 };
}
