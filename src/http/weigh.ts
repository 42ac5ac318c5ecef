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

/**
 * Whether an `Accept` header prefers types that begin with `type` to JSON. If both weigh the same it
 * does not: generated clients list every type of the description.
 */
export function asksFor(accept: string | undefined, type: string): boolean {
  if (accept === undefined) return false;
  const listed = weigh(accept);
  const of = (start: string) =>
    Math.max(0, ...listed.flatMap(({ value, weight }) => (value.startsWith(start) ? weight : [])));
  return of(type) > of("application/json");
}
