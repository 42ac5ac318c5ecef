import { database } from "../../platform/index.ts";
import type { LeaseTerms } from "./lease.ts";
import { loadTerms } from "./load-terms.ts";
import { periodOf, type Period } from "./period.ts";

/** The terms are read from D1 again after this time, even if nobody said that they changed. */
const TERMS_TTL_MS = 60_000;

interface Known {
  terms: LeaseTerms;
  readAt: number;
  period: Period;
}

/** A tenant's terms as its gate knows them. The epoch grows with each change of what they say. */
export class KnownTerms {
  /** A later life of the object may begin with a clock that is behind: no two may begin alike. */
  epoch = Date.now() + Math.random();
  private readonly tenantId: string;
  private known: Known | undefined;
  /** How often somebody said that D1 has changed. */
  private changes = 0;

  constructor(tenantId: string) {
    this.tenantId = tenantId;
  }

  /** D1 has changed. */
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
    // D1 changed while it was read: what was read may be too old to keep.
    if (changes !== this.changes) return this.known?.terms ?? terms;
    const same = JSON.stringify(terms) === JSON.stringify(this.known?.terms);
    if (!same) this.epoch += 1;
    this.known = { terms, readAt: now, period };
    return terms;
  }
}
