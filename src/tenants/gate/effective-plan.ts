import { periodOf } from "./period.ts";

interface Planned {
  plan: string;
  nextPlan: string | null;
  nextPlanFrom: string | null;
}

/** The plan that counts now. A downgrade counts from its month on. */
export function effectivePlan({ plan, nextPlan, nextPlanFrom }: Planned, now: number): string {
  if (nextPlan === null || nextPlanFrom === null) return plan;
  return periodOf(now) >= nextPlanFrom ? nextPlan : plan;
}
