import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { bundleOnce } from "./bundle-once.ts";
import type { Deeds } from "./product-process.ts";
import type { RuntimeOptions } from "./product-runtime.ts";
import { standBehind } from "./stand-behind.ts";

const ANSWER_MS = 90_000;

/**
 * Runs the product's bundle on state that outlives it. The runtime is in another process, which is
 * started once, because starting a program takes the longer, the larger the process is that starts it.
 */
export class RunningBundle {
  private holder: ChildProcess | undefined;

  async start(options: RuntimeOptions): Promise<void> {
    await this.tell("start", options);
  }

  /** Makes the database of a new product; returns its operator's token. */
  found(tenants: readonly string[]): Promise<string> {
    return this.tell("found", tenants);
  }

  write(sql: string, values: readonly (string | number)[]): Promise<void> {
    return this.tell("write", { sql, values });
  }

  /** Begins the jobs of a cron line. */
  cron(line: string): Promise<void> {
    return this.tell("cron", line);
  }

  archived(): Promise<string> {
    return this.tell("archived");
  }

  /** Kills the runtime as a power cut would: nothing can be finished. */
  async kill(): Promise<void> {
    if (this.holder !== undefined) await this.tell("kill");
  }

  async end(): Promise<void> {
    const { holder } = this;
    this.holder = undefined;
    if (holder?.pid === undefined || holder.exitCode !== null) return;
    const ended = once(holder, "exit");
    process.kill(-holder.pid, "SIGKILL");
    await ended;
  }

  private async tell<D extends keyof Deeds>(
    deed: D,
    ...given: Parameters<Deeds[D]>
  ): Promise<Awaited<ReturnType<Deeds[D]>>> {
    const holder = (this.holder ??= hold(await bundleOnce()));
    const done = new AbortController();
    const { signal } = done;
    try {
      const answered = once(holder, "message", { signal });
      const ended = once(holder, "exit", { signal }).then(([code]) => {
        throw new Error(`the product ended with ${code}`);
      });
      const late = sleep(ANSWER_MS, undefined, { signal }).then(() => {
        throw new Error(`the product did not ${deed} within ${ANSWER_MS} ms`);
      });
      for (const each of [answered, ended, late]) each.catch(() => {});
      holder.send({ deed, given: given[0] });
      const [{ result, failure }] = await Promise.race([answered, ended, late]);
      if (failure !== undefined) throw new Error(failure);
      return result as Awaited<ReturnType<Deeds[D]>>;
    } finally {
      done.abort();
    }
  }
}

function hold(bundleFile: string): ChildProcess {
  const child = spawn(process.execPath, ["test/support/product-process.ts", bundleFile], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    detached: true,
  });
  if (child.pid !== undefined) standBehind(child.pid);
  return child;
}
