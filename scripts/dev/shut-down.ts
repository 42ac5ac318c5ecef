const SIGNALS: Readonly<Partial<Record<NodeJS.Signals, number>>> = {
  SIGINT: 130,
  SIGTERM: 143,
  SIGHUP: 129,
};
const PARENT_POLL_MS = 500;

type Step = () => Promise<void> | void;

/** Undoes whatever has been started so far, last first, once, however the end comes. */
export class ShutDown {
  readonly #steps: Step[] = [];
  #ending: Promise<void> | undefined;
  #ready = false;

  constructor() {
    for (const [signal, code] of Object.entries(SIGNALS)) {
      process.on(signal, () => void this.exit(this.#ready ? 0 : code));
    }
    // Whoever read what we print has gone.
    for (const stream of [process.stdout, process.stderr]) {
      stream.on("error", () => void this.exit(1));
    }
    this.#watchParent();
  }

  /** From now on a signal is the ordinary end. */
  ready(): void {
    this.#ready = true;
  }

  /** Notes how to undo what is being started; too late during the end, it is undone at once. */
  async onEnd(step: Step): Promise<void> {
    if (this.#ending === undefined) this.#steps.push(step);
    else await step();
  }

  get ending(): boolean {
    return this.#ending !== undefined;
  }

  async exit(code: number): Promise<never> {
    this.#ending ??= this.#undo();
    await this.#ending;
    process.exit(code);
  }

  async #undo(): Promise<void> {
    for (const step of this.#steps.toReversed()) await step();
  }

  /**
   * npm that is killed cannot pass a signal on, and nobody else would end us then. It may have ended
   * before we even run, as when nobody reads its first line, so the shell that it runs names it.
   */
  #watchParent(): void {
    if (process.env["npm_lifecycle_event"] === undefined) return;
    const parent = Number(process.env["STARTED_BY"]) || process.ppid;
    const timer = setInterval(() => {
      if (process.ppid !== parent) void this.exit(0);
    }, PARENT_POLL_MS);
    timer.unref();
  }
}
