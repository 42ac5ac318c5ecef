import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { getPlatformProxy } from "wrangler";
import { mintCredential } from "../../src/access/credential.ts";
import { PERMISSIONS } from "../../src/access/permissions.ts";

const WRANGLER = "node_modules/.bin/wrangler";
const START_MS = 60_000;
const ENV = { ...process.env, WRANGLER_SEND_METRICS: "false", CI: "1" };

export interface Secrets {
  caKey: string;
  caChain: string;
}

/** The product as `wrangler dev` runs it, on state that outlives its process. */
export class Product {
  readonly dir = mkdtempSync(join(tmpdir(), "rampart-product-"));
  readonly operatorToken: string;
  port = 0;
  private process: ChildProcess | undefined;

  /** `settings` stand in the place of those of wrangler.toml; JSON has no single quotes. */
  constructor({ caKey, caChain }: Secrets, settings: Record<string, string> = {}) {
    const lines = [
      ...Object.entries(settings).map(([name, value]) => `${name}='${value}'`),
      `AGENT_CA_KEY="${caKey}"`,
      `AGENT_CA_CHAIN="${caChain}"`,
      "API_KEY_MAC_SECRET=x",
    ];
    writeFileSync(join(this.dir, "env"), `${lines.join("\n")}\n`);
    const token = mintCredential("rmp_pat");
    this.operatorToken = token.text;
    const state = ["--local", "--persist-to", this.dir];
    execFileSync(WRANGLER, ["d1", "migrations", "apply", "rampart", ...state], {
      stdio: "pipe",
      env: ENV,
    });
    const row = `'${token.id}','${token.hash}','${token.last4}','e2e','${JSON.stringify(PERMISSIONS)}',NULL,'e2e',0,${Date.now() * 2},NULL`;
    const now = Date.now();
    const tenant = `INSERT INTO tenants (id, name, plan, status, created_at, updated_at) VALUES ('e2e','e2e','team','active',${now},${now})`;
    const sql = `INSERT INTO access_tokens VALUES (${row}); ${tenant}`;
    execFileSync(WRANGLER, ["d1", "execute", "rampart", ...state, "--command", sql], {
      stdio: "pipe",
      env: ENV,
    });
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Without the queue of events, as when it takes nothing. */
  async start({ withQueue = true } = {}): Promise<void> {
    this.port ||= await freePort();
    const config = withQueue ? "wrangler.toml" : this.configWithoutQueue();
    const args = [
      "dev",
      "--config",
      config,
      "--local",
      "--persist-to",
      this.dir,
      "--env-file",
      join(this.dir, "env"),
    ];
    const ports = ["--ip", "127.0.0.1", "--port", String(this.port), "--inspector-port", "0"];
    this.process = spawn(WRANGLER, [...args, ...ports, "--show-interactive-dev-session=false"], {
      stdio: "ignore",
      detached: true,
      env: ENV,
    });
    const until = Date.now() + START_MS;
    for (;;) {
      const answer = await fetch(`${this.url}/healthz`).catch(() => undefined);
      if (answer?.ok === true) return;
      if (Date.now() > until) throw new Error("the product did not start");
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  /** Everything in the archive of events, as a reader of the bucket finds it. */
  async archived(): Promise<string> {
    const { env, dispose } = await getPlatformProxy<{ OBJECTS: R2Bucket }>({
      configPath: "wrangler.toml",
      persist: { path: join(this.dir, "v3") },
    });
    try {
      const { objects } = await env.OBJECTS.list({ prefix: "events/" });
      const files = await Promise.all(objects.map(({ key }) => env.OBJECTS.get(key)));
      const texts = files.map(async (file) =>
        file === null ? "" : gunzipSync(await file.arrayBuffer()).toString(),
      );
      return (await Promise.all(texts)).join("");
    } finally {
      await dispose();
    }
  }

  private configWithoutQueue(): string {
    const root = process.cwd();
    const text = readFileSync("wrangler.toml", "utf8")
      .replace('[[queues.producers]]\nbinding = "EVENTS"\nqueue = "events"\n', "")
      .replace('main = "', `main = "${root}/`)
      .replace('migrations_dir = "', `migrations_dir = "${root}/`)
      .replace('directory = "', `directory = "${root}/`);
    const file = join(this.dir, "wrangler.toml");
    writeFileSync(file, text);
    return file;
  }

  /** As a power cut would: nobody gets to say goodbye. */
  async kill(): Promise<void> {
    const child = this.process;
    this.process = undefined;
    if (child?.pid === undefined) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    process.kill(-child.pid, "SIGKILL");
    await ended;
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

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}
