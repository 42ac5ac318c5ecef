import { endOf, periodOf } from "../../src/tenants/gate/period.ts";

/** A tenant's plan as docs/gate.md describes it: a larger one counts at once, a smaller one next month. */
export class KnownPlan {
  /** The tenant's own quota, which goes before that of its plan. */
  own: number | null = null;
  private readonly quotas: Readonly<Record<string, number>>;
  private plan: string;
  private next: { plan: string; from: number } | undefined;

  constructor(quotas: Readonly<Record<string, number>>, plan: string) {
    this.quotas = quotas;
    this.plan = plan;
  }

  choose(plan: string, now: number): void {
    this.plan = this.planAt(now);
    const isSmaller = this.quotaOf(plan) < this.quotaOf(this.plan);
    this.next = isSmaller ? { plan, from: endOf(periodOf(now)) } : undefined;
    if (!isSmaller) this.plan = plan;
  }

  quotaAt(now: number): number {
    return this.own ?? this.quotaOf(this.planAt(now));
  }

  private planAt(now: number): string {
    return this.next !== undefined && now >= this.next.from ? this.next.plan : this.plan;
  }

  private quotaOf(plan: string): number {
    return this.quotas[plan] ?? 0;
  }
}
