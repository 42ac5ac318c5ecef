import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import {
  type Credentials,
  readCredentials,
  writeCredentials,
} from "../../scripts/dev/credentials.ts";
import { keepSecrets } from "../../scripts/dev/keep-secrets.ts";
import { keepServerCertificate } from "../../scripts/dev/keep-server-certificate.ts";
import { workerStateDir } from "../../scripts/dev/local-database.ts";
import { localSettings } from "../../scripts/dev/local-settings.ts";
import { openState } from "../../scripts/dev/open-state.ts";
import { seed } from "../../scripts/dev/seed.ts";
import type { Settings } from "../../scripts/dev/settings.ts";
import { openFront } from "../../scripts/dev/tls-front.ts";
import { freePort } from "./free-port.ts";
import { runFolder } from "./run-folder.ts";
import { RunningBundle } from "./running-bundle.ts";

/**
 * Makes what `npm start` makes, but with the bundle of a deployment in place of `wrangler dev`, which
 * would bundle the source anew each time. The start itself is tested in dev-start.test.ts.
 */
export class Demo implements AsyncDisposable {
  readonly settings: Settings;
  private readonly running = new RunningBundle();
  private readonly onEnd: (() => unknown)[] = [];

  private constructor(settings: Settings) {
    this.settings = settings;
  }

  static async open(): Promise<Demo> {
    const stateDir = mkdtempSync(join(runFolder(), "demo-"));
    const [port, mtlsPort] = [await freePort(), await freePort()];
    const root = process.cwd();
    const demo = new Demo({ root, stateDir, port, mtlsPort, fresh: false });
    await demo.build();
    return demo;
  }

  get stateDir(): string {
    return this.settings.stateDir;
  }

  get credentials(): Credentials {
    return JSON.parse(readFileSync(join(this.stateDir, "credentials.json"), "utf8")) as Credentials;
  }

  /** Restarts the Worker with the present secrets, on the state that it left. */
  async deploy(): Promise<void> {
    await this.running.kill();
    const { values } = await keepSecrets(this.settings);
    await this.running.start({
      vars: { ...values, ...localSettings(this.settings) },
      port: this.settings.port,
      stateDir: join(workerStateDir(this.settings), "v3"),
    });
  }

  /** Writes into the database directly, so that the product does not notice. */
  write(sql: string, ...values: readonly (string | number)[]): Promise<void> {
    return this.running.write(sql, values);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const end of this.onEnd) await end();
    await this.running.end();
    rmSync(this.stateDir, { recursive: true, force: true });
  }

  private async build(): Promise<void> {
    const { settings, stateDir } = this;
    openState(settings);
    const tls = join(stateDir, "tls");
    const [{ values }, server] = await Promise.all([
      keepSecrets(settings),
      keepServerCertificate(tls),
    ]);
    const kept = readCredentials(settings);
    await this.deploy();
    const token = await this.running.found([]);
    const front = await openFront({
      port: settings.mtlsPort,
      upstreamPort: settings.port,
      server,
      clientCa: values["AGENT_CA_CHAIN"] ?? "",
      revokedFile: join(tls, "revoked.txt"),
    });
    this.onEnd.push(front.close);
    writeCredentials(settings, await seed(kept, settings.port, token));
  }
}
