import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { announce } from "./announce.ts";
import { adviseOn } from "./advise-on.ts";
import { awaitFront } from "./await-front.ts";
import { readCredentials, writeCredentials } from "./credentials.ts";
import { Failure } from "./failure.ts";
import { keepOperatorToken } from "./keep-operator-token.ts";
import { keepSecrets, type KeptSecrets } from "./keep-secrets.ts";
import { keepServerCertificate, type ServerCertificate } from "./keep-server-certificate.ts";
import { withLocalDatabase, workerStateDir } from "./local-database.ts";
import { FailedMigration, migrate } from "./migrate.ts";
import { namesOfVars } from "./names-of-vars.ts";
import { runCrons } from "./run-crons.ts";
import { type RunningWorker, spawnWorker } from "./run-worker.ts";
import { seed } from "./seed.ts";
import { type Settings, shown } from "./settings.ts";
import type { ShutDown } from "./shut-down.ts";
import { openFront } from "./tls-front.ts";

const WORKER_LOG = "worker.log";
const MIGRATIONS_LOG = "migrations.log";
const READY_PATH = "/healthz";

/** Starts everything on our state directory, and stays until the Worker ends. */
export async function run(
  settings: Settings,
  shutDown: ShutDown,
  startedAt: number,
): Promise<void> {
  const [secrets, server] = await Promise.all([
    keepSecrets(settings),
    keepServerCertificate(join(settings.stateDir, "tls")),
  ]);
  const kept = readCredentials(settings);
  const operatorToken = await prepareDatabase(settings, kept.operatorToken);
  const worker = await startWorker(settings, secrets, shutDown);
  await startFront(settings, secrets, server, shutDown);
  const credentials = await seed(kept, settings.port, operatorToken);
  writeCredentials(settings, credentials);
  if (shutDown.ending) return;
  await shutDown.onEnd(runCrons(settings));
  worker.speakUp();
  shutDown.ready();
  console.log(announce(settings, credentials, performance.now() - startedAt));
  await worker.ended;
  if (shutDown.ending) return;
  throw new Failure(`The Worker has ended, see ${shown(settings, WORKER_LOG)}.`);
}

async function prepareDatabase(
  settings: Settings,
  operatorToken: string | undefined,
): Promise<string> {
  try {
    return await withLocalDatabase(settings, async (db) => {
      await migrate(db, join(settings.root, "migrations"));
      return keepOperatorToken(db, operatorToken);
    });
  } catch (error) {
    if (error instanceof Failure) throw error;
    const trace = error instanceof Error ? error.stack : String(error);
    writeFileSync(join(settings.stateDir, MIGRATIONS_LOG), `${trace}\n`);
    const what =
      error instanceof FailedMigration
        ? `Migration ${error.migration} failed: ${error.message}`
        : "The local database cannot be opened";
    const log = shown(settings, MIGRATIONS_LOG);
    throw new Failure(`${what} (${log}; ${adviseOn(settings.stateDir)}).`);
  }
}

async function startWorker(
  settings: Settings,
  secrets: KeptSecrets,
  shutDown: ShutDown,
): Promise<RunningWorker> {
  const config = join(settings.root, "wrangler.toml");
  const worker = spawnWorker({
    config,
    port: settings.port,
    stateDir: workerStateDir(settings),
    secretsFile: secrets.file,
    ownNames: [...Object.keys(secrets.values), ...namesOfVars(readFileSync(config, "utf8"))],
    logFile: join(settings.stateDir, WORKER_LOG),
    shownLog: shown(settings, WORKER_LOG),
    readyPath: READY_PATH,
  });
  await shutDown.onEnd(worker.stop);
  await worker.ready();
  return worker;
}

async function startFront(
  settings: Settings,
  secrets: KeptSecrets,
  server: ServerCertificate,
  shutDown: ShutDown,
): Promise<void> {
  const tls = join(settings.stateDir, "tls");
  const clientCa = secrets.values["AGENT_CA_CHAIN"] ?? "";
  writeFileSync(join(tls, "agent-ca.pem"), clientCa);
  const front = await openFront({
    port: settings.mtlsPort,
    upstreamPort: settings.port,
    server,
    clientCa,
    revokedFile: join(tls, "revoked.txt"),
  });
  await shutDown.onEnd(front.close);
  await awaitFront(settings, READY_PATH);
}
