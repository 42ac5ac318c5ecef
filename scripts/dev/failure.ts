/** A failure that is told in one line, without a stack. */
export class Failure extends Error {
  override readonly name = "Failure";
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Whether an error is told in one line, without a stack: a Failure, or an error of the system, such as
 * a full disk.
 */
export function isPlain(error: unknown): error is Error {
  return error instanceof Failure || (error instanceof Error && "syscall" in error);
}

/** The `code` of a system error, such as `EADDRINUSE`. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}
