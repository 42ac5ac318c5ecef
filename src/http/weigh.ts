export interface Weighed {
  value: string;
  weight: number;
}

/** What an `Accept` or `Accept-Language` lists, in small letters, each with its weight; 1 if it has none. */
export function weigh(header: string): Weighed[] {
  return header.split(",").map((part) => {
    const [value = "", ...parameters] = part.toLowerCase().split(";");
    const weight = parameters.map((text) => /^\s*q=([\d.]+)\s*$/.exec(text)?.[1]).find(Boolean);
    return { value: value.trim(), weight: weight === undefined ? 1 : Number(weight) };
  });
}

/** Whether a caller who could have JSON asks for what begins like this, and no less than for that. */
export function asksFor(accept: string | undefined, type: string): boolean {
  if (accept === undefined) return false;
  const listed = weigh(accept);
  const of = (start: string) =>
    Math.max(0, ...listed.flatMap(({ value, weight }) => (value.startsWith(start) ? weight : [])));
  return of(type) > 0 && of(type) >= of("application/json");
}
