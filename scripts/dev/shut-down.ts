const SIGNALS: Readonly<Partial<Record<NodeJS.Signals, number>>> = {
  SIGINT: 130,
  SIGTERM: 143,
  SIGHUP: 129,
};
const PARENT_POLL_MS = 500;

type Step = () => Promise<void> | void;

/** Undoes what has been started so far, the last first, once, however the process ends. */
export class ShutDown {
  readonly #steps: Step[] = [];
  #ending: Promise<void> | undefined;
  #ready = false;

  constructor() {
    for (const [signal, code] of Object.entries(SIGNALS)) {
      process.on(signal, () => void this.exit(this.#ready ? 0 : code));
    }
    // An error here says that nobody reads our output any more.
    for (const stream of [process.stdout, process.stderr]) {
      stream.on("error", () => void this.exit(1));
    }
    this.#watchParent();
  }

  /** From now on a signal is the ordinary end, with the code 0. */
  ready(): void {
    this.#ready = true;
  }

  /**
   * Adds a step that undoes what is being started. During the end, when it is too late, the step runs
   * at once.
   */
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
   * Ends this process when npm has ended: if npm is killed, it cannot pass a signal on. It may end
   * before we even run, for example if nobody reads its first line, so the shell that it runs passes on
   * its id.
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
