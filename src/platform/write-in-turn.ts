/** R2 takes one write of a name in a second; of the others it says this at the end. */
const TOO_SOON = "(10058)";
const SECOND_MS = 1_000;
const MAX_TRIES = 5;

/** Whether a write was refused because somebody else has just written the same name. */
export function isTooSoon(error: unknown): boolean {
  return error instanceof Error && error.message.endsWith(TOO_SOON);
}

/** Writes again a second later what came too soon behind another write of the same name. */
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

/** For a file that several may write at once and that is good whoever's write it is. */
export async function writeUnlessWritten(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!isTooSoon(error)) throw error;
  }
}
