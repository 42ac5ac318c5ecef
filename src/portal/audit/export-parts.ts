/** The most lines in one file, because all lines of a file are read and named at once. */
export const MAX_EXPORTED = 5_000;

/** The most files that the page links to. Each file names the address of the next in any case. */
const MAX_OFFERED = 20;

const PART = /^[1-9]\d{0,4}$/;

/** How many files hold `total` lines. */
export function filesFor(total: number): number {
  return Math.ceil(total / MAX_EXPORTED);
}

/** The numbers of the files that the page links to; none if one file holds all lines. */
export function offeredFiles(total: number): number[] {
  const files = filesFor(total);
  if (files < 2) return [];
  return Array.from({ length: Math.min(files, MAX_OFFERED) }, (_, at) => at + 1);
}

/** The number of a file, or 1 if the text is no such number, because people type and cut links. */
export function fileIn(part: string | undefined): number {
  return part !== undefined && PART.test(part) ? Number(part) : 1;
}

/**
 * The cursor from which files are counted: the newest line of now, so that new lines move none of
 * them.
 */
export function startOf(newest: { seq: number } | undefined, total: number): string | undefined {
  return newest === undefined ? undefined : `${newest.seq + 1}-${total}`;
}
