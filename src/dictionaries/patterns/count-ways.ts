import type { Budget } from "./graph.ts";
import { MAX_WAYS } from "./limits.ts";
import type { Pairs } from "./pair-states.ts";

interface Group {
  /** One bit for each state that can stand together with a member. */
  barred: Uint32Array;
}

/**
 * How many runs can be in these states at one time, at most, if each state has at most `waysTo` of
 * them. States in which runs are never at the same time form a group, and only the largest of it counts.
 */
export function countWays(
  states: readonly number[],
  waysTo: readonly number[],
  pairs: Pairs,
  budget: Budget,
): number {
  const heaviest = [...states].sort((a, b) => (waysTo[b] ?? 0) - (waysTo[a] ?? 0));
  const groups: Group[] = [];
  let ways = 0;
  for (const state of heaviest) {
    if (!budget.spend(groups.length + 1)) return ways;
    let group = groups.find(
      ({ barred }) => (((barred[state >> 5] ?? 0) >>> (state & 31)) & 1) === 0,
    );
    if (group === undefined) {
      group = { barred: new Uint32Array(pairs.width) };
      groups.push(group);
      ways += waysTo[state] ?? 0;
    }
    if (ways > MAX_WAYS) return ways;
    bar(group, state, pairs);
  }
  return ways;
}

function bar({ barred }: Group, state: number, { width, table }: Pairs): void {
  for (let word = 0; word < width; word++) {
    barred[word] = (barred[word] ?? 0) | (table[state * width + word] ?? 0);
  }
}
