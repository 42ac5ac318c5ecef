import { ageOf, lighten, remember, type Outlive } from "../../platform/index.ts";
import { dropExpired } from "./make-lists.ts";
import type { TenantLists } from "./match-lists.ts";

/** A change of a tenant's entries counts everywhere after this time. */
export const LISTS_TTL_MS = 30_000;
const LOOK_AFTER_MS = 15_000;
const MAX_TENANTS = 1_000;
/** Of all tenants together. An entry takes some 400 bytes; one tenant has 10,000 at most. */
const MAX_ENTRIES = 50_000;

export interface ListMoment {
  now: number;
  outlive: Outlive;
  load: (tenantId: string, held: TenantLists | undefined) => Promise<TenantLists>;
}

interface Held {
  lists: TenantLists;
  at: number;
  asking: boolean;
}

/** The tenants' lists that an isolate remembers. Those in use are renewed in the background. */
export class ListMemory {
  private readonly held = new Map<string, Held>();
  private changes = 0;

  /** The lists, if they are new enough to need no look. */
  peek(tenantId: string, now: number): TenantLists | undefined {
    const held = this.held.get(tenantId);
    return held !== undefined && ageOf(held.at, now) < LOOK_AFTER_MS
      ? current(held, now)
      : undefined;
  }

  async recall(tenantId: string, moment: ListMoment): Promise<TenantLists> {
    const held = this.held.get(tenantId);
    const age = held === undefined ? LISTS_TTL_MS : ageOf(held.at, moment.now);
    if (held === undefined || age >= LISTS_TTL_MS) return this.load(tenantId, moment);
    if (age >= LOOK_AFTER_MS && !held.asking) {
      held.asking = true;
      moment.outlive(this.quietly(tenantId, held, moment));
    }
    return current(held, moment.now);
  }

  /** After a change by this isolate. */
  forget(tenantId: string): void {
    this.changes += 1;
    this.held.delete(tenantId);
  }

  /** Lists that were read before a change, or before those that are held, are not remembered. */
  private async load(tenantId: string, { now, load }: ListMoment): Promise<TenantLists> {
    const { changes } = this;
    const before = this.held.get(tenantId);
    // Not if the clock was set back: entries that had expired by the old clock count again.
    const kept = before !== undefined && now >= before.at ? before.lists : undefined;
    const lists = await load(tenantId, kept);
    const held = this.held.get(tenantId);
    const isNewest = held === undefined || now >= held.at || ageOf(held.at, now) >= LISTS_TTL_MS;
    if (isNewest && changes === this.changes) {
      remember(this.held, tenantId, { lists, at: now, asking: false }, MAX_TENANTS);
      lighten(this.held, entriesOf, MAX_ENTRIES);
    }
    return lists;
  }

  /** If it fails, the lists in memory stay until their time is up. */
  private async quietly(tenantId: string, held: Held, moment: ListMoment): Promise<void> {
    try {
      await this.load(tenantId, moment);
    } catch {
      // The next request tries again.
    } finally {
      held.asking = false;
    }
  }
}

function entriesOf({ lists: { exact, ranges } }: Held): number {
  return exact.size + ranges.length;
}

function current(held: Held, now: number): TenantLists {
  if (held.lists.until <= now) held.lists = dropExpired(held.lists, now);
  return held.lists;
}
