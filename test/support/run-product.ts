import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { keepOperatorToken } from "../../scripts/dev/keep-operator-token.ts";
import { withLocalDatabase, workerStateDir } from "../../scripts/dev/local-database.ts";
import { migrate } from "../../scripts/dev/migrate.ts";
import { readSettings } from "../../scripts/dev/settings.ts";
import { bundleOnce } from "./bundle-once.ts";
import { freePort } from "./free-port.ts";
import type { RuntimeOptions } from "./product-runtime.ts";

const START_MS = 90_000;
const TENANT = `INSERT INTO tenants (id, name, plan, status, created_at, updated_at)
  VALUES ('e2e', 'e2e', 'team', 'active', ?1, ?1)`;

export interface Secrets {
  caKey: string;
  caChain: string;
}

/** The product's bundle in a process of its own, on state that outlives it. */
export class RunningBundle {
  private process: ChildProcess | undefined;

  async start(options: RuntimeOptions): Promise<void> {
    const child = spawn(
      process.execPath,
      ["test/support/product-process.ts", await bundleOnce(), JSON.stringify(options)],
      { stdio: ["ignore", "inherit", "inherit", "ipc"], detached: true },
    );
    this.process = child;
    const ended = once(child, "exit").then(([code]) => {
      throw new Error(`the product ended with ${code}`);
    });
    const late = sleep(START_MS, undefined, { ref: false }).then(() => {
      throw new Error(`the product is not ready after ${START_MS} ms`);
    });
    await Promise.race([once(child, "message"), ended, late]);
    for (const either of [ended, late]) either.catch(() => {});
  }

  async archived(): Promise<string> {
    const child = this.process;
    if (child === undefined) throw new Error("the product does not run");
    const answer = once(child, "message") as Promise<[{ text: string }]>;
    child.send("archived");
    return (await answer)[0].text;
  }

  /** As a power cut would: nobody gets to say goodbye. */
  async kill(): Promise<void> {
    const child = this.process;
    this.process = undefined;
    if (child?.pid === undefined || child.exitCode !== null) return;
    const ended = once(child, "exit");
    process.kill(-child.pid, "SIGKILL");
    await ended;
  }
}

/** The product with an operator and a tenant called e2e. */
export class Product {
  readonly dir = mkdtempSync(join(tmpdir(), "rampart-product-"));
  operatorToken = "";
  port = 0;
  private readonly running = new RunningBundle();
  private readonly vars: Record<string, string>;

  /** `settings` stand in the place of those of wrangler.toml. */
  constructor({ caKey, caChain }: Secrets, settings: Record<string, string> = {}) {
    const secrets = { AGENT_CA_KEY: caKey, AGENT_CA_CHAIN: caChain, API_KEY_MAC_SECRET: "x" };
    this.vars = { ...settings, ...secrets };
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Without the queue of events, as when it takes nothing. */
  async start({ withQueue = true } = {}): Promise<void> {
    const settings = readSettings(process.cwd(), [], { RAMPART_STATE_DIR: this.dir });
    if (this.operatorToken === "") {
      this.port = await freePort();
      this.operatorToken = await withLocalDatabase(settings, async (db) => {
        await migrate(db, "migrations");
        await db.prepare(TENANT).bind(Date.now()).run();
        return keepOperatorToken(db, undefined);
      });
    }
    await this.running.start({
      vars: this.vars,
      port: this.port,
      stateDir: join(workerStateDir(settings), "v3"),
      without: withQueue ? [] : ["EVENTS"],
    });
  }

  /** Everything in the archive of events, as a reader of the bucket finds it. */
  archived(): Promise<string> {
    return this.running.archived();
  }

  kill(): Promise<void> {
    return this.running.kill();
  }

  async ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await fetch(this.url + path, {
      method,
      headers: {
        authorization: `Bearer ${this.operatorToken}`,
        "content-type": "application/json",
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    rmSync(this.dir, { recursive: true, force: true });
  }
}
