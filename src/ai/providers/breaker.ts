import { remember } from "../../platform/index.ts";

const OPEN_AFTER = 5;
const OPEN_MS = 30_000;

/** Tenants can name providers of their own, so the number of names must be bounded. */
const MAX_REMEMBERED = 5_000;

const failures = new Map<string, { count: number; until: number }>();

/** Whether a provider failed so often in a row that it is not called for a while. */
export function isOpen(provider: string, now: number): boolean {
  const before = failures.get(provider);
  return before !== undefined && before.count >= OPEN_AFTER && now < before.until;
}

export function noteSuccess(provider: string): void {
  failures.delete(provider);
}

export function noteFailure(provider: string, now: number): void {
  const count = (failures.get(provider)?.count ?? 0) + 1;
  remember(failures, provider, { count, until: now + OPEN_MS }, MAX_REMEMBERED);
}
