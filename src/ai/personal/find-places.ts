export interface Found<K extends string> {
  kind: K;
  start: number;
  end: number;
}

export interface Rule<K extends string> {
  kind: K;
  form: RegExp;
  /** Checks what the form alone does not say. Its argument has no blanks, dots or hyphens. */
  holds: (bare: string) => boolean;
  /**
   * Given if the form also takes words or numbers that stand beside a value, such as the date after a
   * card's number: checks the match without groups at its end or its beginning.
   */
  partHolds?: (bare: string) => boolean;
}

const SEPARATORS = /[\s.()-]/g;
/** Blanks that are not broken, as pages and converted files have them in numbers. */
const OTHER_BLANK = /[\u00a0\u2007\u2009\u202f]/g;
const LAST_GROUP = /[ -][^ -]*$/;
const NEXT_GROUP = /[ -]/;
/** Replaces a place that was found, so that no other rule matches it. */
const FOUND = "\0";

/** The places of a text that rules find. If several rules match a place, the first one counts. */
export function findPlaces<K extends string>(text: string, rules: readonly Rule<K>[]): Found<K>[] {
  const found: Found<K>[] = [];
  let rest = text.replace(OTHER_BLANK, " ");
  for (const rule of rules) {
    const places = [...placesOf(rest, rule)];
    rest = hidePlaces(rest, places, (_kind, value) => FOUND.repeat(value.length));
    found.push(...places);
  }
  return found.sort((a, b) => a.start - b.start);
}

function* placesOf<K extends string>(text: string, rule: Rule<K>): Generator<Found<K>> {
  const { kind, form } = rule;
  form.lastIndex = 0;
  for (let match = form.exec(text); match !== null; match = form.exec(text)) {
    const { 0: taken, index: start } = match;
    const length = heldOf(taken, rule);
    if (length > 0) {
      form.lastIndex = start + length;
      yield { kind, start, end: start + length };
    } else if (rule.partHolds !== undefined) {
      const next = taken.search(NEXT_GROUP);
      if (next > 0) form.lastIndex = start + next;
    }
  }
}

/** How many characters of a match, from its beginning, are a value; 0 if none are. */
function heldOf<K extends string>(taken: string, { holds, partHolds }: Rule<K>): number {
  if (holds(bareOf(taken))) return taken.length;
  if (partHolds === undefined) return 0;
  for (let end = taken.search(LAST_GROUP); end > 0; end = taken.slice(0, end).search(LAST_GROUP)) {
    if (partHolds(bareOf(taken.slice(0, end)))) return end;
  }
  return 0;
}

export function bareOf(value: string): string {
  return value.replace(SEPARATORS, "");
}

/** The text with each of these places replaced by a name. */
export function hidePlaces<K extends string>(
  text: string,
  places: readonly Found<K>[],
  nameOf: (kind: K, value: string) => string,
): string {
  let hidden = "";
  let from = 0;
  for (const { kind, start, end } of places) {
    hidden += text.slice(from, start) + nameOf(kind, text.slice(start, end));
    from = end;
  }
  return hidden + text.slice(from);
}
