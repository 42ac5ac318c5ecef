/** R2 takes one write a second for each name. The error for others ends in this. */
const TOO_SOON = "(10058)";
const SECOND_MS = 1_000;
const MAX_TRIES = 5;

/** Whether a write was refused because somebody else has just written the same name. */
export function isTooSoon(error: unknown): boolean {
  return error instanceof Error && error.message.endsWith(TOO_SOON);
}

/** Writes, and tries again a second later if the same name was written just before. */
export async function writeInTurn<T>(write: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      if (attempt === MAX_TRIES || !isTooSoon(error)) throw error;
    }
    await scheduler.wait(SECOND_MS * (1 + Math.random()));
  }
}

/** For a file that everybody writes alike: if another has just written it, it is left as it is. */
export async function writeUnlessWritten(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!isTooSoon(error)) throw error;
  }
}
