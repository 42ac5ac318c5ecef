import { MINUTE_MS, database } from "../../platform/index.ts";
import type { LeaseTerms } from "./lease.ts";
import { loadTerms } from "./load-terms.ts";
import { periodOf, type Period } from "./period.ts";

/** After this time the terms are read from D1 again, even if nobody said that they changed. */
const TERMS_TTL_MS = MINUTE_MS;

interface Known {
  terms: LeaseTerms;
  readAt: number;
  period: Period;
}

/** A tenant's terms as its gate knows them. The epoch grows whenever they change. */
export class KnownTerms {
  /**
   * Random in part: the object may restart with a clock that is behind, and two epochs must not be
   * equal.
   */
  epoch = Date.now() + Math.random();
  private readonly tenantId: string;
  private known: Known | undefined;
  /** How often the gate was told that D1 has changed. */
  private changes = 0;

  constructor(tenantId: string) {
    this.tenantId = tenantId;
  }

  /** To be called when D1 has changed. */
  forget(): void {
    this.known = undefined;
    this.changes += 1;
  }

  async read(env: Cloudflare.Env, now: number): Promise<LeaseTerms> {
    const { known } = this;
    const period = periodOf(now);
    if (known !== undefined && known.period === period && now - known.readAt < TERMS_TTL_MS) {
      return known.terms;
    }
    const { changes } = this;
    const terms = await loadTerms(database(env), this.tenantId, now);
    // D1 changed while it was read, so this answer may be too old to keep.
    if (changes !== this.changes) return this.known?.terms ?? terms;
    const same = JSON.stringify(terms) === JSON.stringify(this.known?.terms);
    if (!same) this.epoch += 1;
    this.known = { terms, readAt: now, period };
    return terms;
  }
}
