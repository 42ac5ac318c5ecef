import { withinTime, type Outlive } from "../../platform/index.ts";

const MOST_TOGETHER = 64;
/**
 * If the last group had more than one item, the next one waits this long for more: a larger write costs
 * about the same.
 */
const LINGER_MS = 4;
/** A group waits again as long as more items came, at most so many times in all. */
const MOST_WAITS = 3;
/**
 * How long a request waits for the write of another one, which may be cut off together with its
 * request.
 */
const PATIENCE_MS = 5_000;

interface Group<T> {
  items: T[];
  done: Promise<void>;
}

/** Writes items. It may hand work to `outlive` that the answers do not wait for. */
type Write<T> = (items: readonly T[], outlive: Outlive) => Promise<void>;

/**
 * Writes the items of several requests of an isolate together: while one write is under way, the next
 * group gathers. A request waits until its own item is written.
 */
export class WriteTogether<T> {
  private readonly write: Write<T>;
  private gathering: Group<T> | undefined;
  private last: Promise<unknown> | undefined;
  private wasShared = false;

  constructor(write: Write<T>) {
    this.write = write;
  }

  async add(item: T, outlive: Outlive): Promise<void> {
    const group = this.gathering;
    if (group === undefined || group.items.length >= MOST_TOGETHER) return this.lead(item, outlive);
    group.items.push(item);
    // The group's write failed, perhaps because of another item, or was cut off: this item is written
    // alone.
    if (!(await isDoneInTime(group.done))) await this.write([item], outlive);
  }

  private async lead(item: T, outlive: Outlive): Promise<void> {
    const items = [item];
    const done = this.writeAfter(this.last, items, outlive);
    this.gathering = { items, done };
    const settled = isDone(done);
    this.last = settled;
    outlive(settled);
    const isWritten = await settled;
    if (this.last === settled) this.last = undefined;
    if (isWritten) return;
    if (items.length === 1) return done;
    await this.write([item], outlive);
  }

  private async writeAfter(
    before: Promise<unknown> | undefined,
    items: T[],
    outlive: Outlive,
  ): Promise<void> {
    await (before === undefined ? undefined : isDoneInTime(before));
    if (this.wasShared) await gather(items);
    if (this.gathering?.items === items) this.gathering = undefined;
    this.wasShared = items.length > 1;
    await this.write(items, outlive);
  }
}

async function gather(items: readonly unknown[]): Promise<void> {
  for (let waits = 0; waits < MOST_WAITS && items.length < MOST_TOGETHER; waits++) {
    const before = items.length;
    await scheduler.wait(LINGER_MS);
    if (items.length === before) return;
  }
}

async function isDone(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}

async function isDoneInTime(work: Promise<unknown>): Promise<boolean> {
  return (await withinTime(isDone(work), PATIENCE_MS)) === true;
}
