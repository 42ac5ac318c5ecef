import { HOUR_MS, remember } from "../../platform/index.ts";
import { hashText } from "../model/hash.ts";

const MAX_SHAPES = 20_000;
/** Counted no further: the signal does not grow with it. */
const MAX_SENDERS = 20;

interface Seen {
  since: number;
  /** By a hash of each: whoever writes to a tenant chooses how long his name is. */
  senders: Set<number>;
}

/**
 * From how many senders a tenant got the same text within the hour, as far as this isolate saw it: a
 * lower bound. One sender may write the same to many; a wave comes from many.
 */
export class ShapeMemory {
  private readonly shapes = new Map<string, Seen>();

  note(tenantId: string, shape: string | undefined, sender: string, now: number): number {
    if (shape === undefined) return 0;
    const name = `${tenantId} ${shape}`;
    const known = this.shapes.get(name);
    const from = hashText(sender);
    if (known !== undefined && now - known.since < HOUR_MS) {
      if (known.senders.size < MAX_SENDERS) known.senders.add(from);
      return known.senders.size;
    }
    remember(this.shapes, name, { since: now, senders: new Set([from]) }, MAX_SHAPES);
    return 1;
  }
}
