import { Session } from "node:inspector/promises";

/**
 * This must run before the code that is counted runs for the first time: code compiled earlier has no
 * counters.
 */
const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });

/**
 * Counts the work of a call, which is the same on every machine: how often each block ran in the files
 * whose address has `of` in it, and how many characters regular expressions went over, since their own
 * steps cannot be counted.
 */
export async function countSteps(of: string, work: () => unknown): Promise<number> {
  return (await countEach(of, [work]))[0] ?? 0;
}

/** Counts the same for several calls one after the other: the end of one is the start of the next. */
export async function countEach(of: string, works: readonly (() => unknown)[]): Promise<number[]> {
  await session.post("Profiler.takePreciseCoverage");
  const steps: number[] = [];
  for (const work of works) steps.push(await countOne(of, work));
  return steps;
}

async function countOne(of: string, work: () => unknown): Promise<number> {
  const read = countReading();
  try {
    work();
  } finally {
    read.end();
  }
  const { result } = await session.post("Profiler.takePreciseCoverage");
  const ranges = result
    .filter(({ url }) => url.includes(of))
    .flatMap(({ functions }) => functions.flatMap((each) => each.ranges));
  return ranges.reduce((sum, { count }) => sum + count, read.characters());
}

function countReading() {
  const real = RegExp.prototype.exec;
  let characters = 0;
  const exec = function exec(this: RegExp, text: string): ReturnType<typeof real> {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const found = real.call(this, text);
    // A sticky expression looks at one place only; to split a text, the engine calls it at each place.
    const missed = this.sticky ? from + 1 : text.length;
    const to = found === null ? missed : found.index + found[0].length;
    characters += Math.max(0, to - from);
    return found;
  };
  Object.assign(RegExp.prototype, { exec });
  return {
    characters: () => characters,
    end: () => void Object.assign(RegExp.prototype, { exec: real }),
  };
}
