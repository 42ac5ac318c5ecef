import type { Case } from "./case.ts";
import type { Result } from "./measure.ts";
import { median } from "./median.ts";

/** The results of one start of the runtime. */
export interface Seen {
  cases: readonly Case[];
  results: ReadonlyMap<string, Result>;
  notes: ReadonlyMap<string, string>;
}

/**
 * Writes a line for each case: its rate, and its ratio to its reference, for each start and as the
 * median.
 */
export function compare(seen: readonly Seen[]): string[] {
  return (seen.at(-1)?.cases ?? []).flatMap((one) => {
    const note = seen.at(-1)?.notes.get(one.name);
    return [lineOf(one, seen), ...(note === undefined ? [] : [`    ${note}`])];
  });
}

function lineOf({ name, against, target }: Case, seen: readonly Seen[]): string {
  const results = seen.flatMap(({ results: all }) => all.get(name) ?? []);
  const rate = median(results.map(({ perSecond }) => perSecond));
  const cpu = results.flatMap(({ cpuMicros }) => cpuMicros ?? []);
  const used = cpu.length === 0 ? "" : `${median(cpu).toFixed(0).padStart(6)} us CPU`;
  const line = `${name.padEnd(24)}${rate.toFixed(0).padStart(8)}/s${used}`;
  if (against === undefined) return line;
  const ratios = results.flatMap(({ ratio }) => ratio ?? []);
  const goal = target === undefined ? "" : ` of ${target}`;
  const reached = target !== undefined && median(ratios) >= target;
  const verdict = target === undefined ? "" : reached ? ", reached" : ", missed";
  return `${line}   ${say(ratios)}${goal} x ${against}${verdict}`;
}

function say(ratios: number[]): string {
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
  return `${median(ratios).toFixed(3)} [${least.toFixed(3)} to ${most.toFixed(3)}]`;
}
