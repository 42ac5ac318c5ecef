/** As many lines are read and named at once; what is behind them is another file. */
export const MAX_EXPORTED = 5_000;

/** Files that the page leads to; each file leads to the one behind it in any case. */
const MAX_OFFERED = 20;

const PART = /^[1-9]\d{0,4}$/;

/** How many files it takes to hold so many lines. */
export function filesFor(total: number): number {
  return Math.ceil(total / MAX_EXPORTED);
}

/** The numbers of the files that the page leads to; none where one file holds all. */
export function offeredFiles(total: number): number[] {
  const files = filesFor(total);
  if (files < 2) return [];
  return Array.from({ length: Math.min(files, MAX_OFFERED) }, (_, at) => at + 1);
}

/** What is no number of a file is the first: links are typed and cut by people. */
export function fileIn(part: string | undefined): number {
  return part !== undefined && PART.test(part) ? Number(part) : 1;
}

/** From where files are counted: the newest line of now, so that lines to come move none of them. */
export function startOf(newest: { seq: number } | undefined, total: number): string | undefined {
  return newest === undefined ? undefined : `${newest.seq + 1}-${total}`;
}
