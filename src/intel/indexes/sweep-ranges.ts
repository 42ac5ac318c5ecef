/** Ranges of addresses, which may overlap, and the row that each comes from. */
export interface Ranges<P extends number | bigint> {
  /** Sorted by their first address. */
  first: ArrayLike<P>;
  last: ArrayLike<P>;
  references: ArrayLike<number>;
  /** The highest address of all. */
  top: P;
  next: (address: P) => P;
}

/** The addresses at which the set of covering ranges changes, and that set from there on. */
export interface Flattened<P> {
  boundaries: P[];
  /** For each boundary, where its list begins in `lists`: a count, then as many references. */
  offsets: number[];
  lists: number[];
}

const BOUNDARIES_PER_STEP = 16_384;

interface Open<P> {
  last: P;
  reference: number;
}

/** Flattens ranges once, so that a look-up is one binary search. */
export function* sweepRanges<P extends number | bigint>(
  ranges: Ranges<P>,
): Generator<void, Flattened<P>> {
  const { first, last, references, top, next } = ranges;
  const found: Flattened<P> = { boundaries: [], offsets: [], lists: [] };
  let open: Open<P>[] = [];
  let row = 0;
  while (row < first.length || open.length > 0) {
    if (found.boundaries.length % BOUNDARIES_PER_STEP === BOUNDARIES_PER_STEP - 1) yield;
    const end = earliestEnd(open);
    const start = first[row];
    const atEnd = end !== undefined && (start === undefined || end < start);
    if (atEnd && end === top) break;
    const at = atEnd ? next(end) : start;
    if (at === undefined) break;
    open = open.filter((range) => range.last >= at);
    for (; first[row] === at; row += 1) {
      open.push({ last: last[row] ?? at, reference: references[row] ?? 0 });
    }
    found.boundaries.push(at);
    found.offsets.push(found.lists.length);
    found.lists.push(open.length, ...open.map(({ reference }) => reference));
  }
  return found;
}

function earliestEnd<P extends number | bigint>(open: readonly Open<P>[]): P | undefined {
  let earliest: P | undefined;
  for (const { last } of open) if (earliest === undefined || last < earliest) earliest = last;
  return earliest;
}
