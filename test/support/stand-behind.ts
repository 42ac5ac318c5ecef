import { writeFileSync } from "node:fs";
import { getPriority } from "node:os";

/**
 * Gives a program with a session of its own the priority of this process. Linux schedules each session
 * as one, whatever the `nice` of its programs, so otherwise the program would go before the lane that
 * must not wait.
 */
export function standBehind(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(getPriority()));
  } catch {
    // Other systems have no such group, and `nice` alone decides.
  }
}
