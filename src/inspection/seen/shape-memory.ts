import { HOUR_MS, remember } from "../../platform/index.ts";
import { hashText } from "../model/hash.ts";

const MAX_SHAPES = 20_000;
/** Senders are counted only up to here, because the signal does not grow with it. */
const MAX_SENDERS = 20;

interface Seen {
  since: number;
  /** Hashes, because whoever writes to a tenant chooses how long the sender's name is. */
  senders: Set<number>;
}

/**
 * Counts from how many senders a tenant got the same text within the hour. Each isolate knows only its
 * own messages, so this is a lower bound. One sender may write the same to many people; a wave of spam
 * has many senders.
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
