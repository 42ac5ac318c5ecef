import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { workerStateDir } from "../../scripts/dev/local-database.ts";
import { readSettings } from "../../scripts/dev/settings.ts";
import { freePort } from "./free-port.ts";
import { RunningBundle } from "./running-bundle.ts";

export interface Secrets {
  caKey: string;
  caChain: string;
}

/** The product with an operator and a tenant called e2e. */
export class Product {
  readonly dir = mkdtempSync(join(tmpdir(), "rampart-product-"));
  operatorToken = "";
  port = 0;
  private readonly running = new RunningBundle();
  private readonly vars: Record<string, string>;

  /** `settings` replace those of wrangler.toml. */
  constructor({ caKey, caChain }: Secrets, settings: Record<string, string> = {}) {
    const secrets = { AGENT_CA_KEY: caKey, AGENT_CA_CHAIN: caChain, API_KEY_MAC_SECRET: "x" };
    this.vars = { ...settings, ...secrets };
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts the product, perhaps without the queue of events, as if the queue accepted nothing. */
  async start({ withQueue = true } = {}): Promise<void> {
    const settings = readSettings(process.cwd(), false, { RAMPART_STATE_DIR: this.dir });
    const isNew = this.port === 0;
    if (isNew) this.port = await freePort();
    await this.running.start({
      vars: this.vars,
      port: this.port,
      stateDir: join(workerStateDir(settings), "v3"),
      without: withQueue ? [] : ["EVENTS"],
    });
    if (isNew) this.operatorToken = await this.running.found(["e2e"]);
  }

  /** Returns everything in the archive of events, as a reader of the bucket finds it. */
  archived(): Promise<string> {
    return this.running.archived();
  }

  write(sql: string): Promise<void> {
    return this.running.write(sql, []);
  }

  /** Begins the jobs of every minute, which nobody else does here. */
  minute(): Promise<void> {
    return this.running.cron("* * * * *");
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
    await this.running.end();
    rmSync(this.dir, { recursive: true, force: true });
  }
}
