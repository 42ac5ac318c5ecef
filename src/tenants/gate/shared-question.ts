/** A question this old is given up, so that one lost answer cannot block an isolate. */
const ABANDON_MS = 5_000;

interface Question {
  since: number;
  done: Promise<void>;
  endWith: (work: Promise<void>) => void;
}

/** A question to an object that all who wait for its answer share. */
export class SharedQuestion {
  private question: Question | undefined;
  private attempt = 0;

  get isOpen(): boolean {
    return this.question !== undefined;
  }

  /** Waits for the open question, or asks a new one, which is told whether it was given up since. */
  async share(now: number, ask: (isAbandoned: () => boolean) => Promise<void>): Promise<void> {
    const before = this.question;
    if (before !== undefined && now - before.since < ABANDON_MS) return join(before);
    const attempt = (this.attempt += 1);
    const { promise: done, resolve, reject } = Promise.withResolvers<void>();
    const endWith = (work: Promise<void>) => void work.then(resolve, reject);
    endWith(
      ask(() => this.attempt !== attempt).finally(() => {
        if (this.attempt === attempt) this.question = undefined;
      }),
    );
    this.question = { since: now, done, endWith };
    // Callers that wait for the abandoned question wait for this one instead.
    before?.endWith(done);
    return done;
  }

  async wait(): Promise<void> {
    if (this.question !== undefined) await join(this.question);
  }
}

/**
 * Waits for another request's question, by a promise of its own. With the other request's promise
 * itself, what follows would run on that request's behalf; its answer could not be sent for this one,
 * and the runtime would answer 500.
 */
function join({ done }: Question): Promise<void> {
  return new Promise((resolve, reject) => {
    done.then(resolve, reject);
  });
}
