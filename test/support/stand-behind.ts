import { writeFileSync } from "node:fs";
import { getPriority } from "node:os";

/**
 * Linux schedules each session as one, whatever the `nice` of what runs in it, so a program with a
 * session of its own would go before the lane that the others must not hold up.
 */
export function standBehind(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(getPriority()));
  } catch {
    // Elsewhere there is no such group, and `nice` alone says who goes first.
  }
}
