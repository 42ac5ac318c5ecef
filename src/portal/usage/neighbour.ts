import { periodOf } from "../../tenants/gate/period.ts";

/** The month so many months away. */
export function neighbour(period: string, away: number): string {
  const [year = 0, month = 1] = period.split("-").map(Number);
  return periodOf(Date.UTC(year, month - 1 + away, 1));
}
