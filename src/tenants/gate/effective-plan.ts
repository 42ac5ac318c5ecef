import { periodOf } from "./period.ts";

interface Planned {
  plan: string;
  nextPlan: string | null;
  nextPlanFrom: string | null;
}

/** The plan that counts now: a downgrade that was asked for binds with its month. */
export function effectivePlan({ plan, nextPlan, nextPlanFrom }: Planned, now: number): string {
  if (nextPlan === null || nextPlanFrom === null) return plan;
  return periodOf(now) >= nextPlanFrom ? nextPlan : plan;
}
