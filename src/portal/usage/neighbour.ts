import { periodOf } from "../../tenants/gate/period.ts";

/** The month `away` months later, or earlier if negative. */
export function neighbour(period: string, away: number): string {
  const [year = 0, month = 1] = period.split("-").map(Number);
  return periodOf(Date.UTC(year, month - 1 + away, 1));
}
