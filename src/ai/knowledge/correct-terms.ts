import type { Sql } from "./sql.ts";

const SHORTEST = 4;
const TWO_EDITS_FROM = 8;

/** The term of the vocabulary that a mistyped one most likely stands for. */
export function correctTerm(sql: Sql, term: string): string | undefined {
  if (term.length < SHORTEST || /\d/.test(term)) return undefined;
  const most = term.length >= TWO_EDITS_FROM ? 2 : 1;
  const first = String.fromCodePoint(term.codePointAt(0) ?? 0);
  const near = sql.all<{ term: string; doc: number }>(
    `SELECT term, doc FROM vocabulary
     WHERE term >= ? AND term < ? AND length(term) BETWEEN ? AND ?`,
    first,
    `${first}\u{10ffff}`,
    term.length - most,
    term.length + most,
  );
  let best: { term: string; edits: number; doc: number } | undefined;
  for (const { term: other, doc } of near) {
    const edits = editsBetween(term, other, most);
    if (edits > most) continue;
    if (best === undefined || edits < best.edits || (edits === best.edits && doc > best.doc)) {
      best = { term: other, edits, doc };
    }
  }
  return best?.term;
}

/** Letters added, left out, changed or swapped with their neighbour; stops counting past `most`. */
export function editsBetween(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let [before, last]: [number[], number[]] = [[], range(other.length)];
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row];
    for (let at = 1; at <= other.length; at += 1) {
      const same = one[row - 1] === other[at - 1];
      let least = Math.min(
        (last[at] ?? 0) + 1,
        (line[at - 1] ?? 0) + 1,
        (last[at - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped = row > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      if (swapped) least = Math.min(least, (before[at - 2] ?? 0) + 1);
      line.push(least);
    }
    if (Math.min(...line) > most) return most + 1;
    [before, last] = [last, line];
  }
  return last.at(-1) ?? most + 1;
}

function range(to: number): number[] {
  return Array.from({ length: to + 1 }, (_, at) => at);
}
