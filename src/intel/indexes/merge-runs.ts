/** Sorted keys, and for each the row that it comes from. */
export interface Run {
  words: readonly Uint32Array[];
  references: Uint32Array;
}

/** Rows that are merged between two pauses: a few milliseconds of work. */
const ROWS_PER_STEP = 65_536;

/**
 * Merges runs into one, the two shortest first. Yields often, so that the isolate can answer
 * meanwhile.
 */
export function* mergeRuns(runs: readonly Run[], words: number): Generator<void, Run> {
  const left = runs.toSorted((one, other) => one.references.length - other.references.length);
  while (left.length > 1) {
    const [one, other] = left.splice(0, 2);
    if (one === undefined || other === undefined) break;
    const merged = yield* mergeTwo(one, other);
    const at = left.findIndex((run) => run.references.length >= merged.references.length);
    left.splice(at < 0 ? left.length : at, 0, merged);
  }
  return left[0] ?? emptyRun(words);
}

function emptyRun(words: number): Run {
  return {
    words: Array.from({ length: words }, () => new Uint32Array(0)),
    references: new Uint32Array(0),
  };
}

function* mergeTwo(one: Run, other: Run): Generator<void, Run> {
  const rows = one.references.length + other.references.length;
  const words = one.words.map(() => new Uint32Array(rows));
  const references = new Uint32Array(rows);
  let a = 0;
  let b = 0;
  for (let at = 0; at < rows; at += 1) {
    if (at % ROWS_PER_STEP === ROWS_PER_STEP - 1) yield;
    const isFirst = comesFirst(one, a, other, b);
    const from = isFirst ? one : other;
    const row = isFirst ? a : b;
    for (let word = 0; word < words.length; word += 1) {
      const target = words[word];
      if (target !== undefined) target[at] = from.words[word]?.[row] ?? 0;
    }
    references[at] = from.references[row] ?? 0;
    if (isFirst) a += 1;
    else b += 1;
  }
  return { words, references };
}

function comesFirst(one: Run, a: number, other: Run, b: number): boolean {
  if (a >= one.references.length) return false;
  if (b >= other.references.length) return true;
  for (let word = 0; word < one.words.length; word += 1) {
    const difference = (one.words[word]?.[a] ?? 0) - (other.words[word]?.[b] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return true;
}
